//! Scenes checked before they are drawn.
