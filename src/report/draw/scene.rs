//! A drawing in plain shapes, before it is written.

use nucleus_base::Rgb;

/// Fill and outline of a shape.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Paint {
    /// The inside.
    pub fill: Option<Rgb>,
    /// The outline and its width.
    pub stroke: Option<(Rgb, f64)>,
}

impl Paint {
    /// Filled only.
    pub const fn fill(color: Rgb) -> Self {
        Self { fill: Some(color), stroke: None }
    }

    /// Outlined only.
    pub const fn stroke(color: Rgb, width: f64) -> Self {
        Self { fill: None, stroke: Some((color, width)) }
    }

    /// Returns this paint with an outline.
    pub const fn with_stroke(self, color: Rgb, width: f64) -> Self {
        Self { stroke: Some((color, width)), ..self }
    }
}

/// The end of a text that its position refers to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anchor {
    /// The left end.
    Start,
    /// The middle.
    Middle,
    /// The right end.
    End,
}

/// A line of text.
#[derive(Clone, PartialEq, Debug)]
pub struct Text {
    /// Left end, middle or right end, as the anchor says, and the baseline.
    pub at: [f64; 2],
    /// The height of the font.
    pub size: f64,
    /// Semi-bold instead of regular.
    pub bold: bool,
    /// The end of the text that the first coordinate gives.
    pub anchor: Anchor,
    /// The colour.
    pub color: Rgb,
    /// Colour of a rim around the letters, which keeps the lines behind them off.
    pub rim: Option<Rgb>,
    /// The words.
    pub text: String,
}

/// An element of the drawing.
#[derive(Clone, PartialEq, Debug)]
pub enum Item {
    /// A rectangle with rounded corners; `bit` says which bit of the enclosing cell it draws.
    Rect {
        /// Left, top, width, height.
        area: [f64; 4],
        /// The radius of its corners.
        radius: f64,
        /// Fill and outline.
        paint: Paint,
        /// The bit it stands for.
        bit: Option<u8>,
    },
    /// A disc or ring.
    Circle {
        /// The centre.
        at: [f64; 2],
        /// The radius.
        radius: f64,
        /// Fill and outline.
        paint: Paint,
    },
    /// A straight line.
    Line {
        /// One end.
        from: [f64; 2],
        /// The other.
        to: [f64; 2],
        /// Width of the line.
        width: f64,
        /// Colour of the line.
        color: Rgb,
    },
    /// Lines from each point to the next, and the area that they enclose where it is filled.
    Polyline {
        /// The points.
        points: Vec<[f64; 2]>,
        /// Fill and outline.
        paint: Paint,
    },
    /// A path.
    Path {
        /// The path's commands, as in SVG.
        commands: &'static str,
        /// Position of the path's origin.
        at: [f64; 2],
        /// Scale of the path, its outline's width included.
        scale: f64,
        /// Fill and outline.
        paint: Paint,
    },
    /// A line of text.
    Text(Text),
    /// Starts a group with these attributes, which have no meaning for the drawing itself.
    Open(Vec<(&'static str, String)>),
    /// Description of the surrounding group, for screen readers and as a tooltip.
    Hint(String),
    /// Ends the group.
    Close,
}

/// A drawing.
#[derive(Clone, PartialEq, Debug)]
pub struct Scene {
    /// Width in units, which are pixels of an ordinary screen.
    pub width: f64,
    /// Height in units.
    pub height: f64,
    /// The ground, with an edge or without.
    pub ground: Paint,
    /// Description of the scene, for screen readers.
    pub description: String,
    /// The items in drawing order, the lowest first.
    pub items: Vec<Item>,
    /// Colours with those that stand for them on a dark screen.
    pub dark: &'static [(Rgb, Rgb)],
}

impl Scene {
    /// An empty drawing.
    pub fn new(width: f64, height: f64, ground: Paint, description: String) -> Self {
        Self { width, height, ground, description, items: Vec::new(), dark: &[] }
    }

    /// Adds a rectangle.
    pub fn rect(&mut self, area: [f64; 4], radius: f64, paint: Paint) {
        self.items.push(Item::Rect { area, radius, paint, bit: None });
    }

    /// Adds the rectangle of a bit.
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

    /// Adds a disc or ring.
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

    /// Starts a group.
    pub fn open(&mut self, attributes: Vec<(&'static str, String)>) {
        self.items.push(Item::Open(attributes));
    }

    /// Ends it.
    pub fn close(&mut self) {
        self.items.push(Item::Close);
    }

    /// Adds an invisible area that can be pointed at, with its description.
    pub fn mark(&mut self, area: [f64; 4], hint: String) {
        self.open(vec![("class", "mark".to_owned()), ("pointer-events", "all".to_owned())]);
        self.items.push(Item::Hint(hint));
        self.rect(area, 3.0, Paint::default());
        self.close();
    }
}
