import { describe, expect, it } from 'vitest'
import { dot } from '../../../server/knowledge/retrieval/vectors.ts'

describe('the product of two vectors', () => {
  it.each([0, 1, 3, 4, 5, 511, 512])('takes each of %i dimensions once', (dimensions) => {
    const a = Float32Array.from({ length: dimensions }, (_, index) => index + 1)
    const b = Float32Array.from({ length: dimensions }, (_, index) => 2 ** (index % 5))
    expect(dot(a, b)).toBe(a.reduce((sum, value, index) => sum + value * b[index]!, 0))
  })
})
