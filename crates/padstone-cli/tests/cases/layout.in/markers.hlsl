struct Marker {};
cbuffer Section {
    float start : packoffset(c1);
    Marker end  : packoffset(c4);
};
