//! Tables and charts, made from records (JSON) alone.
