//! A drawing in rectangles, paths and words, which the SVG and the PNG writer share.

use crate::inspect::bits::Rgb;

/// How a shape is filled and outlined.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Paint {
    /// The inside.
    pub fill: Option<Rgb>,
    /// The outline and its width.
    pub stroke: Option<(Rgb, f32)>,
}

impl Paint {
    /// Filled only.
    pub const fn fill(color: Rgb) -> Self {
        Self { fill: Some(color), stroke: None }
    }

    /// Outlined only.
    pub const fn stroke(color: Rgb, width: f32) -> Self {
        Self { fill: None, stroke: Some((color, width)) }
    }

    /// The same with an outline.
    pub const fn with_stroke(self, color: Rgb, width: f32) -> Self {
        Self { stroke: Some((color, width)), ..self }
    }
}

/// A piece of a path, in absolute coordinates.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Segment {
    /// Starts anew at a point.
    Move(f32, f32),
    /// A straight line.
    Line(f32, f32),
    /// A cubic curve: two control points and the end.
    Curve(f32, f32, f32, f32, f32, f32),
    /// Back to where it started.
    Close,
}

/// Which end of a text its position is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anchor {
    /// The left end.
    Start,
    /// The middle.
    Middle,
    /// The right end.
    End,
}

/// A line of text; `y` is its baseline.
#[derive(Clone, PartialEq, Debug)]
pub struct Text {
    /// Left, middle or right, as the anchor says.
    pub x: f32,
    /// The baseline.
    pub y: f32,
    /// The height of the font.
    pub size: f32,
    /// Semi-bold instead of regular.
    pub bold: bool,
    /// What `x` is.
    pub anchor: Anchor,
    /// The colour.
    pub color: Rgb,
    /// The words.
    pub text: String,
}

/// An element of the drawing.
#[derive(Clone, PartialEq, Debug)]
pub enum Item {
    /// A rectangle with rounded corners; `bit` says which bit of the enclosing cell it draws.
    Rect {
        /// Left, top, width, height.
        area: [f32; 4],
        /// The radius of its corners.
        radius: f32,
        /// Its colours.
        paint: Paint,
        /// The bit it stands for.
        bit: Option<u8>,
    },
    /// Lines and curves.
    Path(Vec<Segment>, Paint),
    /// A line of text.
    Text(Text),
    /// Starts a group with these attributes; a value without meaning for the drawing itself.
    Open(Vec<(&'static str, String)>),
    /// Ends the group.
    Close,
}

/// A drawing.
#[derive(Clone, PartialEq, Debug)]
pub struct Scene {
    /// Its width in pixels.
    pub width: f32,
    /// Its height in pixels.
    pub height: f32,
    /// What it shows, for readers who do not see it.
    pub description: String,
    /// What is drawn, the lowest first.
    pub items: Vec<Item>,
}

impl Scene {
    /// An empty drawing on this ground.
    pub fn new(width: f32, height: f32, ground: Rgb, description: String) -> Self {
        let mut scene = Self { width, height, description, items: Vec::new() };
        scene.rect([0.0, 0.0, width, height], 0.0, Paint::fill(ground));
        scene
    }

    /// Adds a rectangle.
    pub fn rect(&mut self, area: [f32; 4], radius: f32, paint: Paint) {
        self.items.push(Item::Rect { area, radius, paint, bit: None });
    }

    /// Adds the rectangle of a bit.
    pub fn bit(&mut self, bit: u8, area: [f32; 4], radius: f32, paint: Paint) {
        self.items.push(Item::Rect { area, radius, paint, bit: Some(bit) });
    }

    /// Adds a line of text.
    pub fn text(&mut self, at: [f32; 2], size: f32, anchor: Anchor, color: Rgb, text: &str) {
        self.words(at, size, anchor, color, text, false);
    }

    /// Adds a line of semi-bold text.
    pub fn bold(&mut self, at: [f32; 2], size: f32, anchor: Anchor, color: Rgb, text: &str) {
        self.words(at, size, anchor, color, text, true);
    }

    fn words(
        &mut self,
        [x, y]: [f32; 2],
        size: f32,
        anchor: Anchor,
        color: Rgb,
        text: &str,
        bold: bool,
    ) {
        let text = text.to_owned();
        self.items.push(Item::Text(Text { x, y, size, bold, anchor, color, text }));
    }

    /// Starts a group.
    pub fn open(&mut self, attributes: Vec<(&'static str, String)>) {
        self.items.push(Item::Open(attributes));
    }

    /// Ends it.
    pub fn close(&mut self) {
        self.items.push(Item::Close);
    }
}
