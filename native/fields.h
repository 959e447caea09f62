/* Made by `npm run docs` from src/model/document-fields.ts. Do not edit. */
#ifndef PINAKES_FIELDS_H
#define PINAKES_FIELDS_H

/* What plans are checked by: their format, the fields and the columns (src/index/rank-plan.ts). */
#define PLAN_VERSION 731218418u

/* The searchable fields: columns of the full-text table from here on do not count. */
#define FIELD_COUNT 12

/* Bytes of a piece of a column (src/index/columns.ts). */
#define CHUNK_BYTES 8000

/* One more than the largest number of a column. */
#define COLUMN_COUNT 85

#define COLUMN_TIME 0
#define COLUMN_HOST 1
#define COLUMN_WIDTH 2
#define COLUMN_HEIGHT 3
#define COLUMN_MIME 4
#define COLUMN_NSFW 5
#define COLUMN_LANGUAGE 6
#define COLUMN_COLLECTIONS 7
#define COLUMN_PAGES 8
#define COLUMN_CHANGES 9
#define COLUMN_CROWD 10
#define COLUMN_AREA 11
#define COLUMN_CAPTION 12
#define COLUMN_LATITUDE 19
#define COLUMN_LONGITUDE 20
#define COLUMN_COLORS 22
#define COLUMN_KIND 23
#define COLUMN_PICTURELOW 28
#define COLUMN_PICTUREHIGH 29
#define COLUMN_PICTUREPLACE 30
#define COLUMN_COUNTRY 33
#define COLUMN_REGION 34
#define COLUMN_TOWN 35
#define COLUMN_CONFIDENCE 36
#define COLUMN_ANIMATED 40
#define COLUMN_LICENCE 52
#define COLUMN_LASTTIME 61
#define COLUMN_TAKEN 62
#define COLUMN_SKETCH0 70
#define COLUMN_SKETCH1 71
#define COLUMN_SKETCH2 72
#define COLUMN_SKETCH3 73
#define COLUMN_SKETCH4 74
#define COLUMN_SKETCH5 75
#define COLUMN_SKETCH6 76
#define COLUMN_SKETCH7 77
#define COLUMN_LABEL0 82
#define COLUMN_LABEL1 83
#define COLUMN_LABEL2 84

/* Bytes of a value, and what stands for nothing, by number of the column. */
#define COLUMN_KINDS \
  { \
    [0] = {4, 0u}, /* time */ \
    [1] = {4, 0u}, /* host */ \
    [2] = {2, 0u}, /* width */ \
    [3] = {2, 0u}, /* height */ \
    [4] = {1, 0u}, /* mime */ \
    [5] = {1, 255u}, /* nsfw */ \
    [6] = {1, 0u}, /* language */ \
    [7] = {2, 0u}, /* collections */ \
    [8] = {1, 0u}, /* pages */ \
    [9] = {1, 0u}, /* changes */ \
    [10] = {1, 0u}, /* crowd */ \
    [11] = {1, 0u}, /* area */ \
    [12] = {1, 0u}, /* caption */ \
    [13] = {2, 0u}, /* length.imgTitle */ \
    [14] = {2, 0u}, /* length.imgAlt */ \
    [15] = {2, 0u}, /* length.imgCaption */ \
    [16] = {2, 0u}, /* length.imgUrlTokens */ \
    [17] = {2, 0u}, /* length.pageTitle */ \
    [18] = {2, 0u}, /* length.pageUrlTokens */ \
    [19] = {4, 4294967295u}, /* latitude */ \
    [20] = {4, 4294967295u}, /* longitude */ \
    [21] = {2, 0u}, /* length.imgLinkText */ \
    [22] = {2, 0u}, /* colors */ \
    [23] = {1, 0u}, /* kind */ \
    [28] = {4, 0u}, /* pictureLow */ \
    [29] = {4, 0u}, /* pictureHigh */ \
    [30] = {2, 0u}, /* picturePlace */ \
    [33] = {4, 0u}, /* country */ \
    [34] = {4, 0u}, /* region */ \
    [35] = {4, 0u}, /* town */ \
    [36] = {1, 0u}, /* confidence */ \
    [37] = {2, 0u}, /* length.imgHeading */ \
    [38] = {2, 0u}, /* length.imgNearText */ \
    [39] = {2, 0u}, /* length.imgPaperCaption */ \
    [40] = {1, 0u}, /* animated */ \
    [52] = {2, 0u}, /* licence */ \
    [61] = {4, 0u}, /* lastTime */ \
    [62] = {4, 4294967295u}, /* taken */ \
    [70] = {4, 0u}, /* sketch0 */ \
    [71] = {4, 0u}, /* sketch1 */ \
    [72] = {4, 0u}, /* sketch2 */ \
    [73] = {4, 0u}, /* sketch3 */ \
    [74] = {4, 0u}, /* sketch4 */ \
    [75] = {4, 0u}, /* sketch5 */ \
    [76] = {4, 0u}, /* sketch6 */ \
    [77] = {4, 0u}, /* sketch7 */ \
    [80] = {2, 0u}, /* length.imgPictureText */ \
    [81] = {2, 0u}, /* length.imgLabel */ \
    [82] = {2, 0u}, /* label0 */ \
    [83] = {2, 0u}, /* label1 */ \
    [84] = {2, 0u}, /* label2 */ \
  }

/* The column that counts the words of each field. */
#define LENGTH_COLUMNS \
  { \
    13, /* imgTitle */ \
    14, /* imgAlt */ \
    15, /* imgCaption */ \
    16, /* imgUrlTokens */ \
    17, /* pageTitle */ \
    18, /* pageUrlTokens */ \
    21, /* imgLinkText */ \
    37, /* imgHeading */ \
    38, /* imgNearText */ \
    39, /* imgPaperCaption */ \
    80, /* imgPictureText */ \
    81, /* imgLabel */ \
  }

#endif
