/** Binary quantization: one bit per value, 1 if positive. Each vector is padded to whole 32-bit words. */
export const signsOf = (vectors: ArrayLike<number>, dimensions: number) => {
  const size = Math.ceil(dimensions / 32)
  const signs = new Uint32Array(dimensions === 0 ? 0 : (vectors.length / dimensions) * size)
  for (let from = 0, to = 0; from < vectors.length; from += dimensions, to += size)
    for (let at = 0; at < dimensions; at++)
      if ((vectors[from + at] as number) > 0)
        signs[to + (at >>> 5)] = (signs[to + (at >>> 5)] as number) | (1 << (at & 31))
  return signs
}
