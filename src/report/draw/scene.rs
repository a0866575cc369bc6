//! A drawing of plain shapes, independent of the output format.

use nucleus_base::Rgb;

/// The fill and outline of a shape.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Paint {
    /// The fill colour; `None` for no fill.
    pub fill: Option<Rgb>,
    /// The outline's colour and its width in units.
    pub stroke: Option<(Rgb, f64)>,
}

impl Paint {
    /// Returns a fill without an outline.
    pub const fn fill(color: Rgb) -> Self {
        Self { fill: Some(color), stroke: None }
    }

    /// Returns an outline without a fill.
    pub const fn stroke(color: Rgb, width: f64) -> Self {
        Self { fill: None, stroke: Some((color, width)) }
    }

    /// Returns this paint with an outline.
    pub const fn with_stroke(self, color: Rgb, width: f64) -> Self {
        Self { stroke: Some((color, width)), ..self }
    }
}

/// The point of a text that its position refers to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anchor {
    /// The left end of the text.
    Start,
    /// The middle of the text.
    Middle,
    /// The right end of the text.
    End,
}

/// A line of text.
#[derive(Clone, PartialEq, Debug)]
pub struct Text {
    /// The horizontal position of the anchor, and the vertical position of the baseline.
    pub at: [f64; 2],
    /// The font size in units.
    pub size: f64,
    /// `true` for semi-bold text.
    pub bold: bool,
    /// The point of the text that the first coordinate refers to.
    pub anchor: Anchor,
    /// The colour of the letters.
    pub color: Rgb,
    /// The colour of a rim around the letters, which separates them from lines behind.
    pub rim: Option<Rgb>,
    /// The text, without markup.
    pub text: String,
}

/// An element of the drawing.
#[derive(Clone, PartialEq, Debug)]
pub enum Item {
    /// A rectangle with rounded corners; `bit` is the bit of the enclosing cell that it represents.
    Rect {
        /// Left, top, width and height in units.
        area: [f64; 4],
        /// The corner radius in units.
        radius: f64,
        /// The fill and outline.
        paint: Paint,
        /// The bit that it represents.
        bit: Option<u8>,
    },
    /// A disc or circle.
    Circle {
        /// The centre in units.
        at: [f64; 2],
        /// The radius in units.
        radius: f64,
        /// The fill and outline.
        paint: Paint,
    },
    /// A straight line.
    Line {
        /// The start point in units.
        from: [f64; 2],
        /// The end point in units.
        to: [f64; 2],
        /// The line width in units.
        width: f64,
        /// The colour of the line.
        color: Rgb,
    },
    /// Connected line segments; with a fill, also the enclosed area.
    Polyline {
        /// The points in order.
        points: Vec<[f64; 2]>,
        /// The fill and outline.
        paint: Paint,
    },
    /// A path in SVG syntax.
    Path {
        /// The path's commands in SVG syntax.
        commands: &'static str,
        /// The position of the path's origin.
        at: [f64; 2],
        /// The scale factor, which also applies to the outline's width.
        scale: f64,
        /// The fill and outline.
        paint: Paint,
    },
    /// A line of text.
    Text(Text),
    /// Starts a group with these attributes, which do not affect the drawing.
    Open(Vec<(&'static str, String)>),
    /// The description of the enclosing group, for screen readers and as a tooltip.
    Hint(String),
    /// Ends the group.
    Close,
}

/// A drawing: its size, background and items.
#[derive(Clone, PartialEq, Debug)]
pub struct Scene {
    /// The width in units, which are pixels of an ordinary screen.
    pub width: f64,
    /// The height in units.
    pub height: f64,
    /// The background, with or without an edge.
    pub ground: Paint,
    /// The description of the scene, for screen readers.
    pub description: String,
    /// The items in drawing order, the lowest first.
    pub items: Vec<Item>,
    /// Colours with their replacements on a dark screen.
    pub dark: &'static [(Rgb, Rgb)],
}

impl Scene {
    /// Creates an empty drawing.
    pub fn new(width: f64, height: f64, ground: Paint, description: String) -> Self {
        Self { width, height, ground, description, items: Vec::new(), dark: &[] }
    }

    /// Adds a rectangle.
    pub fn rect(&mut self, area: [f64; 4], radius: f64, paint: Paint) {
        self.items.push(Item::Rect { area, radius, paint, bit: None });
    }

    /// Adds the rectangle that represents a bit.
    pub fn bit(&mut self, bit: u8, area: [f64; 4], radius: f64, paint: Paint) {
        self.items.push(Item::Rect { area, radius, paint, bit: Some(bit) });
    }

    /// Adds a straight line.
    pub fn line(&mut self, from: [f64; 2], to: [f64; 2], width: f64, color: Rgb) {
        self.items.push(Item::Line { from, to, width, color });
    }

    /// Adds a path.
    pub fn path(&mut self, commands: &'static str, at: [f64; 2], scale: f64, paint: Paint) {
        self.items.push(Item::Path { commands, at, scale, paint });
    }

    /// Adds a disc or circle.
    pub fn circle(&mut self, at: [f64; 2], radius: f64, paint: Paint) {
        self.items.push(Item::Circle { at, radius, paint });
    }

    /// Adds a line of text.
    pub fn text(&mut self, at: [f64; 2], size: f64, anchor: Anchor, color: Rgb, text: &str) {
        let (text, bold, rim) = (text.to_owned(), false, None);
        self.items.push(Item::Text(Text { at, size, bold, anchor, color, rim, text }));
    }

    /// Adds a line of semi-bold text.
    pub fn bold(&mut self, at: [f64; 2], size: f64, anchor: Anchor, color: Rgb, text: &str) {
        let (text, bold, rim) = (text.to_owned(), true, None);
        self.items.push(Item::Text(Text { at, size, bold, anchor, color, rim, text }));
    }

    /// Starts a group with these attributes, to be ended by [`Scene::close`].
    pub fn open(&mut self, attributes: Vec<(&'static str, String)>) {
        self.items.push(Item::Open(attributes));
    }

    /// Ends the current group.
    pub fn close(&mut self) {
        self.items.push(Item::Close);
    }

    /// Adds an invisible area with a tooltip.
    pub fn mark(&mut self, area: [f64; 4], hint: String) {
        self.open(vec![("class", "mark".to_owned()), ("pointer-events", "all".to_owned())]);
        self.items.push(Item::Hint(hint));
        self.rect(area, 3.0, Paint::default());
        self.close();
    }
}
