/** Excel measures in points, browsers and Univer in CSS pixels. */
export const PIXELS_PER_POINT = 96 / 72;
