//! Layouts read from compiled files. No rules run here: the numbers are those that the file states.
