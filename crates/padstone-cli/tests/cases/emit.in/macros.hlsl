struct Camera { float near_plane; float VIEW_SIZE; };
cbuffer View { Camera camera; };
