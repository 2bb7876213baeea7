// Tests that resizing is exact for all coordinates and roundings.

// RUN: tg-run %s --entry all --input random:1 --var n=7 --verify | FileCheck %s
// RUN: tg-run %s --entry all --input edges:1 --var n=16 --verify | FileCheck %s

// CHECK: result 0 of 'half_pixel_floor_5_13' is equal
func.func @half_pixel_floor_5_13(%x: tensor<2x5xf32>) -> tensor<2x13xf32> {
  %0 = tg.interpolate %x nearest last 1 coordinates half_pixel rounding floor : tensor<2x5xf32> -> tensor<2x13xf32>
  return %0 : tensor<2x13xf32>
}

// CHECK: result 0 of 'half_pixel_floor_13_5' is equal
func.func @half_pixel_floor_13_5(%x: tensor<2x13xf32>) -> tensor<2x5xf32> {
  %0 = tg.interpolate %x nearest last 1 coordinates half_pixel rounding floor : tensor<2x13xf32> -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}

// CHECK: result 0 of 'half_pixel_floor_4_8' is equal
func.func @half_pixel_floor_4_8(%x: tensor<2x4xf32>) -> tensor<2x8xf32> {
  %0 = tg.interpolate %x nearest last 1 coordinates half_pixel rounding floor : tensor<2x4xf32> -> tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}

// CHECK: result 0 of 'half_pixel_ceil_5_13' is equal
func.func @half_pixel_ceil_5_13(%x: tensor<2x5xf32>) -> tensor<2x13xf32> {
  %0 = tg.interpolate %x nearest last 1 coordinates half_pixel rounding ceil : tensor<2x5xf32> -> tensor<2x13xf32>
  return %0 : tensor<2x13xf32>
}

// CHECK: result 0 of 'half_pixel_ceil_13_5' is equal
func.func @half_pixel_ceil_13_5(%x: tensor<2x13xf32>) -> tensor<2x5xf32> {
  %0 = tg.interpolate %x nearest last 1 coordinates half_pixel rounding ceil : tensor<2x13xf32> -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}

// CHECK: result 0 of 'half_pixel_ceil_4_8' is equal
func.func @half_pixel_ceil_4_8(%x: tensor<2x4xf32>) -> tensor<2x8xf32> {
  %0 = tg.interpolate %x nearest last 1 coordinates half_pixel rounding ceil : tensor<2x4xf32> -> tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}

// CHECK: result 0 of 'half_pixel_half_down_5_13' is equal
func.func @half_pixel_half_down_5_13(%x: tensor<2x5xf32>) -> tensor<2x13xf32> {
  %0 = tg.interpolate %x nearest last 1 coordinates half_pixel rounding half_down : tensor<2x5xf32> -> tensor<2x13xf32>
  return %0 : tensor<2x13xf32>
}

// CHECK: result 0 of 'half_pixel_half_down_13_5' is equal
func.func @half_pixel_half_down_13_5(%x: tensor<2x13xf32>) -> tensor<2x5xf32> {
  %0 = tg.interpolate %x nearest last 1 coordinates half_pixel rounding half_down : tensor<2x13xf32> -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}

// CHECK: result 0 of 'half_pixel_half_down_4_8' is equal
func.func @half_pixel_half_down_4_8(%x: tensor<2x4xf32>) -> tensor<2x8xf32> {
  %0 = tg.interpolate %x nearest last 1 coordinates half_pixel rounding half_down : tensor<2x4xf32> -> tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}

// CHECK: result 0 of 'half_pixel_half_up_5_13' is equal
func.func @half_pixel_half_up_5_13(%x: tensor<2x5xf32>) -> tensor<2x13xf32> {
  %0 = tg.interpolate %x nearest last 1 coordinates half_pixel rounding half_up : tensor<2x5xf32> -> tensor<2x13xf32>
  return %0 : tensor<2x13xf32>
}

// CHECK: result 0 of 'half_pixel_half_up_13_5' is equal
func.func @half_pixel_half_up_13_5(%x: tensor<2x13xf32>) -> tensor<2x5xf32> {
  %0 = tg.interpolate %x nearest last 1 coordinates half_pixel rounding half_up : tensor<2x13xf32> -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}

// CHECK: result 0 of 'half_pixel_half_up_4_8' is equal
func.func @half_pixel_half_up_4_8(%x: tensor<2x4xf32>) -> tensor<2x8xf32> {
  %0 = tg.interpolate %x nearest last 1 coordinates half_pixel rounding half_up : tensor<2x4xf32> -> tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}

// CHECK: result 0 of 'half_pixel_linear_5_13' is equal
func.func @half_pixel_linear_5_13(%x: tensor<2x5xf32>) -> tensor<2x13xf32> {
  %0 = tg.interpolate %x linear last 1 coordinates half_pixel : tensor<2x5xf32> -> tensor<2x13xf32>
  return %0 : tensor<2x13xf32>
}

// CHECK: result 0 of 'half_pixel_linear_13_5' is equal
func.func @half_pixel_linear_13_5(%x: tensor<2x13xf32>) -> tensor<2x5xf32> {
  %0 = tg.interpolate %x linear last 1 coordinates half_pixel : tensor<2x13xf32> -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}

// CHECK: result 0 of 'half_pixel_linear_4_8' is equal
func.func @half_pixel_linear_4_8(%x: tensor<2x4xf32>) -> tensor<2x8xf32> {
  %0 = tg.interpolate %x linear last 1 coordinates half_pixel : tensor<2x4xf32> -> tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}

// CHECK: result 0 of 'half_pixel_linear_8_4' is equal
func.func @half_pixel_linear_8_4(%x: tensor<2x8xf32>) -> tensor<2x4xf32> {
  %0 = tg.interpolate %x linear last 1 coordinates half_pixel : tensor<2x8xf32> -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// CHECK: result 0 of 'half_pixel_linear_1_4' is equal
func.func @half_pixel_linear_1_4(%x: tensor<2x1xf32>) -> tensor<2x4xf32> {
  %0 = tg.interpolate %x linear last 1 coordinates half_pixel : tensor<2x1xf32> -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// CHECK: result 0 of 'half_pixel_linear_4_1' is equal
func.func @half_pixel_linear_4_1(%x: tensor<2x4xf32>) -> tensor<2x1xf32> {
  %0 = tg.interpolate %x linear last 1 coordinates half_pixel : tensor<2x4xf32> -> tensor<2x1xf32>
  return %0 : tensor<2x1xf32>
}

// CHECK: result 0 of 'half_pixel_linear_3_3' is equal
func.func @half_pixel_linear_3_3(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = tg.interpolate %x linear last 1 coordinates half_pixel : tensor<2x3xf32> -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK: result 0 of 'half_pixel_linear_2_7' is equal
func.func @half_pixel_linear_2_7(%x: tensor<2x2xf32>) -> tensor<2x7xf32> {
  %0 = tg.interpolate %x linear last 1 coordinates half_pixel : tensor<2x2xf32> -> tensor<2x7xf32>
  return %0 : tensor<2x7xf32>
}

// CHECK: result 0 of 'half_pixel_image' is equal
func.func @half_pixel_image(%x: tensor<2x3x5x6xf32>) -> tensor<2x3x8x4xf32> {
  %0 = tg.interpolate %x linear last 2 coordinates half_pixel : tensor<2x3x5x6xf32> -> tensor<2x3x8x4xf32>
  return %0 : tensor<2x3x8x4xf32>
}

// CHECK: result 0 of 'asymmetric_floor_5_13' is equal
func.func @asymmetric_floor_5_13(%x: tensor<2x5xf32>) -> tensor<2x13xf32> {
  %0 = tg.interpolate %x nearest last 1 coordinates asymmetric rounding floor : tensor<2x5xf32> -> tensor<2x13xf32>
  return %0 : tensor<2x13xf32>
}

// CHECK: result 0 of 'asymmetric_floor_13_5' is equal
func.func @asymmetric_floor_13_5(%x: tensor<2x13xf32>) -> tensor<2x5xf32> {
  %0 = tg.interpolate %x nearest last 1 coordinates asymmetric rounding floor : tensor<2x13xf32> -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}

// CHECK: result 0 of 'asymmetric_floor_4_8' is equal
func.func @asymmetric_floor_4_8(%x: tensor<2x4xf32>) -> tensor<2x8xf32> {
  %0 = tg.interpolate %x nearest last 1 coordinates asymmetric rounding floor : tensor<2x4xf32> -> tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}

// CHECK: result 0 of 'asymmetric_ceil_5_13' is equal
func.func @asymmetric_ceil_5_13(%x: tensor<2x5xf32>) -> tensor<2x13xf32> {
  %0 = tg.interpolate %x nearest last 1 coordinates asymmetric rounding ceil : tensor<2x5xf32> -> tensor<2x13xf32>
  return %0 : tensor<2x13xf32>
}

// CHECK: result 0 of 'asymmetric_ceil_13_5' is equal
func.func @asymmetric_ceil_13_5(%x: tensor<2x13xf32>) -> tensor<2x5xf32> {
  %0 = tg.interpolate %x nearest last 1 coordinates asymmetric rounding ceil : tensor<2x13xf32> -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}

// CHECK: result 0 of 'asymmetric_ceil_4_8' is equal
func.func @asymmetric_ceil_4_8(%x: tensor<2x4xf32>) -> tensor<2x8xf32> {
  %0 = tg.interpolate %x nearest last 1 coordinates asymmetric rounding ceil : tensor<2x4xf32> -> tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}

// CHECK: result 0 of 'asymmetric_half_down_5_13' is equal
func.func @asymmetric_half_down_5_13(%x: tensor<2x5xf32>) -> tensor<2x13xf32> {
  %0 = tg.interpolate %x nearest last 1 coordinates asymmetric rounding half_down : tensor<2x5xf32> -> tensor<2x13xf32>
  return %0 : tensor<2x13xf32>
}

// CHECK: result 0 of 'asymmetric_half_down_13_5' is equal
func.func @asymmetric_half_down_13_5(%x: tensor<2x13xf32>) -> tensor<2x5xf32> {
  %0 = tg.interpolate %x nearest last 1 coordinates asymmetric rounding half_down : tensor<2x13xf32> -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}

// CHECK: result 0 of 'asymmetric_half_down_4_8' is equal
func.func @asymmetric_half_down_4_8(%x: tensor<2x4xf32>) -> tensor<2x8xf32> {
  %0 = tg.interpolate %x nearest last 1 coordinates asymmetric rounding half_down : tensor<2x4xf32> -> tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}

// CHECK: result 0 of 'asymmetric_half_up_5_13' is equal
func.func @asymmetric_half_up_5_13(%x: tensor<2x5xf32>) -> tensor<2x13xf32> {
  %0 = tg.interpolate %x nearest last 1 coordinates asymmetric rounding half_up : tensor<2x5xf32> -> tensor<2x13xf32>
  return %0 : tensor<2x13xf32>
}

// CHECK: result 0 of 'asymmetric_half_up_13_5' is equal
func.func @asymmetric_half_up_13_5(%x: tensor<2x13xf32>) -> tensor<2x5xf32> {
  %0 = tg.interpolate %x nearest last 1 coordinates asymmetric rounding half_up : tensor<2x13xf32> -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}

// CHECK: result 0 of 'asymmetric_half_up_4_8' is equal
func.func @asymmetric_half_up_4_8(%x: tensor<2x4xf32>) -> tensor<2x8xf32> {
  %0 = tg.interpolate %x nearest last 1 coordinates asymmetric rounding half_up : tensor<2x4xf32> -> tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}

// CHECK: result 0 of 'asymmetric_linear_5_13' is equal
func.func @asymmetric_linear_5_13(%x: tensor<2x5xf32>) -> tensor<2x13xf32> {
  %0 = tg.interpolate %x linear last 1 coordinates asymmetric : tensor<2x5xf32> -> tensor<2x13xf32>
  return %0 : tensor<2x13xf32>
}

// CHECK: result 0 of 'asymmetric_linear_13_5' is equal
func.func @asymmetric_linear_13_5(%x: tensor<2x13xf32>) -> tensor<2x5xf32> {
  %0 = tg.interpolate %x linear last 1 coordinates asymmetric : tensor<2x13xf32> -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}

// CHECK: result 0 of 'asymmetric_linear_4_8' is equal
func.func @asymmetric_linear_4_8(%x: tensor<2x4xf32>) -> tensor<2x8xf32> {
  %0 = tg.interpolate %x linear last 1 coordinates asymmetric : tensor<2x4xf32> -> tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}

// CHECK: result 0 of 'asymmetric_linear_8_4' is equal
func.func @asymmetric_linear_8_4(%x: tensor<2x8xf32>) -> tensor<2x4xf32> {
  %0 = tg.interpolate %x linear last 1 coordinates asymmetric : tensor<2x8xf32> -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// CHECK: result 0 of 'asymmetric_linear_1_4' is equal
func.func @asymmetric_linear_1_4(%x: tensor<2x1xf32>) -> tensor<2x4xf32> {
  %0 = tg.interpolate %x linear last 1 coordinates asymmetric : tensor<2x1xf32> -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// CHECK: result 0 of 'asymmetric_linear_4_1' is equal
func.func @asymmetric_linear_4_1(%x: tensor<2x4xf32>) -> tensor<2x1xf32> {
  %0 = tg.interpolate %x linear last 1 coordinates asymmetric : tensor<2x4xf32> -> tensor<2x1xf32>
  return %0 : tensor<2x1xf32>
}

// CHECK: result 0 of 'asymmetric_linear_3_3' is equal
func.func @asymmetric_linear_3_3(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = tg.interpolate %x linear last 1 coordinates asymmetric : tensor<2x3xf32> -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK: result 0 of 'asymmetric_linear_2_7' is equal
func.func @asymmetric_linear_2_7(%x: tensor<2x2xf32>) -> tensor<2x7xf32> {
  %0 = tg.interpolate %x linear last 1 coordinates asymmetric : tensor<2x2xf32> -> tensor<2x7xf32>
  return %0 : tensor<2x7xf32>
}

// CHECK: result 0 of 'asymmetric_image' is equal
func.func @asymmetric_image(%x: tensor<2x3x5x6xf32>) -> tensor<2x3x8x4xf32> {
  %0 = tg.interpolate %x linear last 2 coordinates asymmetric : tensor<2x3x5x6xf32> -> tensor<2x3x8x4xf32>
  return %0 : tensor<2x3x8x4xf32>
}

// CHECK: result 0 of 'align_corners_floor_5_13' is equal
func.func @align_corners_floor_5_13(%x: tensor<2x5xf32>) -> tensor<2x13xf32> {
  %0 = tg.interpolate %x nearest last 1 coordinates align_corners rounding floor : tensor<2x5xf32> -> tensor<2x13xf32>
  return %0 : tensor<2x13xf32>
}

// CHECK: result 0 of 'align_corners_floor_13_5' is equal
func.func @align_corners_floor_13_5(%x: tensor<2x13xf32>) -> tensor<2x5xf32> {
  %0 = tg.interpolate %x nearest last 1 coordinates align_corners rounding floor : tensor<2x13xf32> -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}

// CHECK: result 0 of 'align_corners_floor_4_8' is equal
func.func @align_corners_floor_4_8(%x: tensor<2x4xf32>) -> tensor<2x8xf32> {
  %0 = tg.interpolate %x nearest last 1 coordinates align_corners rounding floor : tensor<2x4xf32> -> tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}

// CHECK: result 0 of 'align_corners_ceil_5_13' is equal
func.func @align_corners_ceil_5_13(%x: tensor<2x5xf32>) -> tensor<2x13xf32> {
  %0 = tg.interpolate %x nearest last 1 coordinates align_corners rounding ceil : tensor<2x5xf32> -> tensor<2x13xf32>
  return %0 : tensor<2x13xf32>
}

// CHECK: result 0 of 'align_corners_ceil_13_5' is equal
func.func @align_corners_ceil_13_5(%x: tensor<2x13xf32>) -> tensor<2x5xf32> {
  %0 = tg.interpolate %x nearest last 1 coordinates align_corners rounding ceil : tensor<2x13xf32> -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}

// CHECK: result 0 of 'align_corners_ceil_4_8' is equal
func.func @align_corners_ceil_4_8(%x: tensor<2x4xf32>) -> tensor<2x8xf32> {
  %0 = tg.interpolate %x nearest last 1 coordinates align_corners rounding ceil : tensor<2x4xf32> -> tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}

// CHECK: result 0 of 'align_corners_half_down_5_13' is equal
func.func @align_corners_half_down_5_13(%x: tensor<2x5xf32>) -> tensor<2x13xf32> {
  %0 = tg.interpolate %x nearest last 1 coordinates align_corners rounding half_down : tensor<2x5xf32> -> tensor<2x13xf32>
  return %0 : tensor<2x13xf32>
}

// CHECK: result 0 of 'align_corners_half_down_13_5' is equal
func.func @align_corners_half_down_13_5(%x: tensor<2x13xf32>) -> tensor<2x5xf32> {
  %0 = tg.interpolate %x nearest last 1 coordinates align_corners rounding half_down : tensor<2x13xf32> -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}

// CHECK: result 0 of 'align_corners_half_down_4_8' is equal
func.func @align_corners_half_down_4_8(%x: tensor<2x4xf32>) -> tensor<2x8xf32> {
  %0 = tg.interpolate %x nearest last 1 coordinates align_corners rounding half_down : tensor<2x4xf32> -> tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}

// CHECK: result 0 of 'align_corners_half_up_5_13' is equal
func.func @align_corners_half_up_5_13(%x: tensor<2x5xf32>) -> tensor<2x13xf32> {
  %0 = tg.interpolate %x nearest last 1 coordinates align_corners rounding half_up : tensor<2x5xf32> -> tensor<2x13xf32>
  return %0 : tensor<2x13xf32>
}

// CHECK: result 0 of 'align_corners_half_up_13_5' is equal
func.func @align_corners_half_up_13_5(%x: tensor<2x13xf32>) -> tensor<2x5xf32> {
  %0 = tg.interpolate %x nearest last 1 coordinates align_corners rounding half_up : tensor<2x13xf32> -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}

// CHECK: result 0 of 'align_corners_half_up_4_8' is equal
func.func @align_corners_half_up_4_8(%x: tensor<2x4xf32>) -> tensor<2x8xf32> {
  %0 = tg.interpolate %x nearest last 1 coordinates align_corners rounding half_up : tensor<2x4xf32> -> tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}

// CHECK: result 0 of 'align_corners_linear_5_13' is equal
func.func @align_corners_linear_5_13(%x: tensor<2x5xf32>) -> tensor<2x13xf32> {
  %0 = tg.interpolate %x linear last 1 coordinates align_corners : tensor<2x5xf32> -> tensor<2x13xf32>
  return %0 : tensor<2x13xf32>
}

// CHECK: result 0 of 'align_corners_linear_13_5' is equal
func.func @align_corners_linear_13_5(%x: tensor<2x13xf32>) -> tensor<2x5xf32> {
  %0 = tg.interpolate %x linear last 1 coordinates align_corners : tensor<2x13xf32> -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}

// CHECK: result 0 of 'align_corners_linear_4_8' is equal
func.func @align_corners_linear_4_8(%x: tensor<2x4xf32>) -> tensor<2x8xf32> {
  %0 = tg.interpolate %x linear last 1 coordinates align_corners : tensor<2x4xf32> -> tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}

// CHECK: result 0 of 'align_corners_linear_8_4' is equal
func.func @align_corners_linear_8_4(%x: tensor<2x8xf32>) -> tensor<2x4xf32> {
  %0 = tg.interpolate %x linear last 1 coordinates align_corners : tensor<2x8xf32> -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// CHECK: result 0 of 'align_corners_linear_1_4' is equal
func.func @align_corners_linear_1_4(%x: tensor<2x1xf32>) -> tensor<2x4xf32> {
  %0 = tg.interpolate %x linear last 1 coordinates align_corners : tensor<2x1xf32> -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// CHECK: result 0 of 'align_corners_linear_4_1' is equal
func.func @align_corners_linear_4_1(%x: tensor<2x4xf32>) -> tensor<2x1xf32> {
  %0 = tg.interpolate %x linear last 1 coordinates align_corners : tensor<2x4xf32> -> tensor<2x1xf32>
  return %0 : tensor<2x1xf32>
}

// CHECK: result 0 of 'align_corners_linear_3_3' is equal
func.func @align_corners_linear_3_3(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = tg.interpolate %x linear last 1 coordinates align_corners : tensor<2x3xf32> -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK: result 0 of 'align_corners_linear_2_7' is equal
func.func @align_corners_linear_2_7(%x: tensor<2x2xf32>) -> tensor<2x7xf32> {
  %0 = tg.interpolate %x linear last 1 coordinates align_corners : tensor<2x2xf32> -> tensor<2x7xf32>
  return %0 : tensor<2x7xf32>
}

// CHECK: result 0 of 'align_corners_image' is equal
func.func @align_corners_image(%x: tensor<2x3x5x6xf32>) -> tensor<2x3x8x4xf32> {
  %0 = tg.interpolate %x linear last 2 coordinates align_corners : tensor<2x3x5x6xf32> -> tensor<2x3x8x4xf32>
  return %0 : tensor<2x3x8x4xf32>
}

// CHECK: result 0 of 'volume' is equal
func.func @volume(%x: tensor<2x3x4x3xf32>) -> tensor<2x5x6x7xf32> {
  %0 = tg.interpolate %x linear last 3 : tensor<2x3x4x3xf32> -> tensor<2x5x6x7xf32>
  return %0 : tensor<2x5x6x7xf32>
}

// CHECK: result 0 of 'middle' is equal
func.func @middle(%x: tensor<4x5xf32>) -> tensor<9x5xf32> {
  %0 = tg.interpolate %x linear last 2 : tensor<4x5xf32> -> tensor<9x5xf32>
  return %0 : tensor<9x5xf32>
}

// CHECK: result 0 of 'no_rows' is equal
func.func @no_rows(%x: tensor<0x5xf32>) -> tensor<0x9xf32> {
  %0 = tg.interpolate %x linear last 1 : tensor<0x5xf32> -> tensor<0x9xf32>
  return %0 : tensor<0x9xf32>
}

// CHECK: result 0 of 'nearest_i1' is equal
func.func @nearest_i1(%x: tensor<3x5xi1>) -> tensor<3x8xi1> {
  %0 = tg.interpolate %x nearest last 1 rounding half_down : tensor<3x5xi1> -> tensor<3x8xi1>
  return %0 : tensor<3x8xi1>
}

// CHECK: result 0 of 'nearest_i8' is equal
func.func @nearest_i8(%x: tensor<3x5xi8>) -> tensor<3x8xi8> {
  %0 = tg.interpolate %x nearest last 1 rounding half_down : tensor<3x5xi8> -> tensor<3x8xi8>
  return %0 : tensor<3x8xi8>
}

// CHECK: result 0 of 'nearest_i16' is equal
func.func @nearest_i16(%x: tensor<3x5xi16>) -> tensor<3x8xi16> {
  %0 = tg.interpolate %x nearest last 1 rounding half_down : tensor<3x5xi16> -> tensor<3x8xi16>
  return %0 : tensor<3x8xi16>
}

// CHECK: result 0 of 'nearest_i32' is equal
func.func @nearest_i32(%x: tensor<3x5xi32>) -> tensor<3x8xi32> {
  %0 = tg.interpolate %x nearest last 1 rounding half_down : tensor<3x5xi32> -> tensor<3x8xi32>
  return %0 : tensor<3x8xi32>
}

// CHECK: result 0 of 'nearest_i64' is equal
func.func @nearest_i64(%x: tensor<3x5xi64>) -> tensor<3x8xi64> {
  %0 = tg.interpolate %x nearest last 1 rounding half_down : tensor<3x5xi64> -> tensor<3x8xi64>
  return %0 : tensor<3x8xi64>
}

// CHECK: result 0 of 'nearest_ui8' is equal
func.func @nearest_ui8(%x: tensor<3x5xui8>) -> tensor<3x8xui8> {
  %0 = tg.interpolate %x nearest last 1 rounding half_down : tensor<3x5xui8> -> tensor<3x8xui8>
  return %0 : tensor<3x8xui8>
}

// CHECK: result 0 of 'nearest_ui16' is equal
func.func @nearest_ui16(%x: tensor<3x5xui16>) -> tensor<3x8xui16> {
  %0 = tg.interpolate %x nearest last 1 rounding half_down : tensor<3x5xui16> -> tensor<3x8xui16>
  return %0 : tensor<3x8xui16>
}

// CHECK: result 0 of 'nearest_ui32' is equal
func.func @nearest_ui32(%x: tensor<3x5xui32>) -> tensor<3x8xui32> {
  %0 = tg.interpolate %x nearest last 1 rounding half_down : tensor<3x5xui32> -> tensor<3x8xui32>
  return %0 : tensor<3x8xui32>
}

// CHECK: result 0 of 'nearest_ui64' is equal
func.func @nearest_ui64(%x: tensor<3x5xui64>) -> tensor<3x8xui64> {
  %0 = tg.interpolate %x nearest last 1 rounding half_down : tensor<3x5xui64> -> tensor<3x8xui64>
  return %0 : tensor<3x8xui64>
}

// CHECK: result 0 of 'nearest_f16' is equal
func.func @nearest_f16(%x: tensor<3x5xf16>) -> tensor<3x8xf16> {
  %0 = tg.interpolate %x nearest last 1 rounding half_down : tensor<3x5xf16> -> tensor<3x8xf16>
  return %0 : tensor<3x8xf16>
}

// CHECK: result 0 of 'nearest_bf16' is equal
func.func @nearest_bf16(%x: tensor<3x5xbf16>) -> tensor<3x8xbf16> {
  %0 = tg.interpolate %x nearest last 1 rounding half_down : tensor<3x5xbf16> -> tensor<3x8xbf16>
  return %0 : tensor<3x8xbf16>
}

// CHECK: result 0 of 'nearest_f8E4M3FN' is equal
func.func @nearest_f8E4M3FN(%x: tensor<3x5xf8E4M3FN>) -> tensor<3x8xf8E4M3FN> {
  %0 = tg.interpolate %x nearest last 1 rounding half_down : tensor<3x5xf8E4M3FN> -> tensor<3x8xf8E4M3FN>
  return %0 : tensor<3x8xf8E4M3FN>
}

// CHECK: result 0 of 'nearest_f8E5M2' is equal
func.func @nearest_f8E5M2(%x: tensor<3x5xf8E5M2>) -> tensor<3x8xf8E5M2> {
  %0 = tg.interpolate %x nearest last 1 rounding half_down : tensor<3x5xf8E5M2> -> tensor<3x8xf8E5M2>
  return %0 : tensor<3x8xf8E5M2>
}

// CHECK: result 0 of 'nearest_f32' is equal
func.func @nearest_f32(%x: tensor<3x5xf32>) -> tensor<3x8xf32> {
  %0 = tg.interpolate %x nearest last 1 rounding half_down : tensor<3x5xf32> -> tensor<3x8xf32>
  return %0 : tensor<3x8xf32>
}

// CHECK: result 0 of 'nearest_f64' is equal
func.func @nearest_f64(%x: tensor<3x5xf64>) -> tensor<3x8xf64> {
  %0 = tg.interpolate %x nearest last 1 rounding half_down : tensor<3x5xf64> -> tensor<3x8xf64>
  return %0 : tensor<3x8xf64>
}

// CHECK: result 0 of 'linear_f64' is equal
func.func @linear_f64(%x: tensor<3x5xf64>) -> tensor<3x8xf64> {
  %0 = tg.interpolate %x linear last 1 : tensor<3x5xf64> -> tensor<3x8xf64>
  return %0 : tensor<3x8xf64>
}

// CHECK: result 0 of 'linear_f16' is equal
func.func @linear_f16(%x: tensor<3x5xf16>) -> tensor<3x8xf16> {
  %0 = tg.interpolate %x linear last 1 : tensor<3x5xf16> -> tensor<3x8xf16>
  return %0 : tensor<3x8xf16>
}

// CHECK: result 0 of 'linear_bf16' is equal
func.func @linear_bf16(%x: tensor<3x5xbf16>) -> tensor<3x8xbf16> {
  %0 = tg.interpolate %x linear last 1 : tensor<3x5xbf16> -> tensor<3x8xbf16>
  return %0 : tensor<3x8xbf16>
}

// CHECK: result 0 of 'linear_f8E4M3FN' is equal
func.func @linear_f8E4M3FN(%x: tensor<3x5xf8E4M3FN>) -> tensor<3x8xf8E4M3FN> {
  %0 = tg.interpolate %x linear last 1 : tensor<3x5xf8E4M3FN> -> tensor<3x8xf8E4M3FN>
  return %0 : tensor<3x8xf8E4M3FN>
}

// CHECK: result 0 of 'linear_f8E5M2' is equal
func.func @linear_f8E5M2(%x: tensor<3x5xf8E5M2>) -> tensor<3x8xf8E5M2> {
  %0 = tg.interpolate %x linear last 1 : tensor<3x5xf8E5M2> -> tensor<3x8xf8E5M2>
  return %0 : tensor<3x8xf8E5M2>
}

// CHECK: result 0 of 'dynamic' is equal
func.func @dynamic(%x: tensor<?x5x4xf32> {tg.dims = ["n", 5, 4]}) -> tensor<?x7x9xf32>
    attributes {tg.variables = {n = [1, 16]}} {
  %0 = tg.interpolate %x linear last 2 : tensor<?x5x4xf32> -> tensor<?x7x9xf32>
  return %0 : tensor<?x7x9xf32>
}

// CHECK: result 0 of 'variable' is equal
// CHECK: result 1 of 'variable' is equal
// CHECK: result 2 of 'variable' is equal
// CHECK: result 3 of 'variable' is equal
func.func @variable(%x: tensor<?x5xf32> {tg.dims = ["n", 5]}, %y: tensor<3x?xbf16> {tg.dims = [3, "n"]})
    -> (tensor<?x?xf32>, tensor<7x2xf32>, tensor<3x?xbf16>, tensor<3x?xbf16>) attributes {tg.variables = {n = [1, 16]}} {
  %n = tg.variable "n"
  %c = arith.constant 2 : index
  %m = arith.muli %n, %c : index
  %0 = tg.interpolate %x linear last 2 sizes(%m, %n) : tensor<?x5xf32> -> tensor<?x?xf32>
  %1 = tg.interpolate %x linear last 2 coordinates align_corners : tensor<?x5xf32> -> tensor<7x2xf32>
  %2 = tg.interpolate %y linear last 1 sizes(%m) coordinates asymmetric : tensor<3x?xbf16> -> tensor<3x?xbf16>
  %3 = tg.interpolate %y nearest last 1 sizes(%m) rounding half_up : tensor<3x?xbf16> -> tensor<3x?xbf16>
  return %0, %1, %2, %3 : tensor<?x?xf32>, tensor<7x2xf32>, tensor<3x?xbf16>, tensor<3x?xbf16>
}
