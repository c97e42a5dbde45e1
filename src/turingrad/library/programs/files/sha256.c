/* Prints the SHA-256 of its input, or of "abc" if there is none (FIPS 180-4). */
#include <stdio.h>

static const unsigned constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static unsigned hash[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                           0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
static unsigned block[64]; /* 16 words of the message, then the words that are made from them */
static unsigned length;    /* bytes so far */

static unsigned turned(unsigned word, int by) { return word >> by | word << (32 - by); }

static void compress(void) {
  for (int i = 16; i < 64; i++) {
    unsigned early = block[i - 15], late = block[i - 2];
    unsigned small = turned(early, 7) ^ turned(early, 18) ^ early >> 3;
    unsigned large = turned(late, 17) ^ turned(late, 19) ^ late >> 10;
    block[i] = block[i - 16] + small + block[i - 7] + large;
  }
  unsigned a = hash[0], b = hash[1], c = hash[2], d = hash[3];
  unsigned e = hash[4], f = hash[5], g = hash[6], h = hash[7];
  for (int i = 0; i < 64; i++) {
    unsigned first = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + constants[i] + block[i];
    unsigned second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + first;
    d = c, c = b, b = a, a = first + second;
  }
  hash[0] += a, hash[1] += b, hash[2] += c, hash[3] += d;
  hash[4] += e, hash[5] += f, hash[6] += g, hash[7] += h;
}

/* Appends a byte to the message; a full block goes into the hash. */
static void append(unsigned byte) {
  unsigned place = length++ & 63;
  if ((place & 3) == 0) block[place >> 2] = 0;
  block[place >> 2] |= byte << (24 - 8 * (place & 3));
  if (place == 63) compress();
}

int main(void) {
  int character = getchar();
  if (character == EOF)
    for (const char *text = "abc"; *text; text++) append((unsigned)*text);
  for (; character != EOF; character = getchar()) append((unsigned)character);
  unsigned bytes = length;
  append(0x80);
  while ((length & 63) != 56) append(0);
  for (int i = 7; i >= 0; i--) append(i > 3 ? (i == 4 ? bytes >> 29 : 0) : (bytes << 3) >> (8 * i) & 0xff);
  for (int i = 0; i < 8; i++)
    for (int shift = 28; shift >= 0; shift -= 4) putchar("0123456789abcdef"[hash[i] >> shift & 15]);
  putchar('\n');
  return 0;
}
