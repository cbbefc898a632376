const SIDE = 512 // pixels
const QUALITY = 0.9

/** Opens a picture; its address is good until it is released. Rejects for what the browser cannot draw. */
export async function openPicture(file: Blob): Promise<string> {
  const bitmap = await createImageBitmap(file)
  bitmap.close()
  return URL.createObjectURL(file)
}

export const releasePicture = (preview: string) => URL.revokeObjectURL(preview)

/** Draws a picture into a square: its middle, or all of it on nothing. */
export async function squared(file: Blob, framing: 'crop' | 'fit'): Promise<Blob> {
  const bitmap = await createImageBitmap(file)
  const { width, height } = bitmap
  const scale = SIDE / (framing === 'crop' ? Math.min(width, height) : Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = SIDE
  canvas.height = SIDE
  const [drawnWidth, drawnHeight] = [width * scale, height * scale]
  canvas
    .getContext('2d')
    ?.drawImage(bitmap, (SIDE - drawnWidth) / 2, (SIDE - drawnHeight) / 2, drawnWidth, drawnHeight)
  bitmap.close()
  // A browser that writes no WebP gives PNG, which is as good.
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('nothing was drawn'))),
      'image/webp',
      QUALITY,
    )
  })
}
