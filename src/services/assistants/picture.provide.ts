import { fromPromise } from 'xstate'
import { pictureMachine } from '../../machines/assistants/picture.machine.ts'
import type { InSystem } from '../../machines/system.ts'

const SIDE = 512 // pixels
const QUALITY = 0.9

/** Opens a picture; its address is valid until released. Rejects pictures that the browser cannot draw. */
async function openPicture(file: Blob): Promise<string> {
  const bitmap = await createImageBitmap(file)
  bitmap.close()
  return URL.createObjectURL(file)
}

/** Draws a picture into a square: its middle, or all of it on a transparent ground. */
async function squared(file: Blob, framing: 'crop' | 'fit'): Promise<Blob> {
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
  // A browser that cannot write WebP gives PNG, which is as good.
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('nothing was drawn'))),
      'image/webp',
      QUALITY,
    )
  })
}

/** Chooses, crops, sends and removes a picture. */
export const providePicture = <Owner>(
  send: (id: string, form: FormData) => Promise<Owner>,
  remove: (id: string) => Promise<Owner>,
  finish: (scope: InSystem, owner: Owner) => void,
) =>
  pictureMachine.provide({
    actors: {
      readPicture: fromPromise(({ input }) => openPicture(input.picture as File)),
      sendPicture: fromPromise(async ({ input }) => {
        const form = new FormData()
        form.append('file', await squared(input.picture as File, input.framing), 'picture')
        return send(input.id, form)
      }),
      removePicture: fromPromise(({ input }) => remove(input.id)),
    },
    actions: {
      releasePreview: (_, { preview }) => preview !== null && URL.revokeObjectURL(preview),
      finish: (scope, { owner }) => finish(scope, owner as Owner),
    },
  })
