import { fromPromise } from 'xstate'
import {
  type ChosenPicture,
  type Framing,
  pictureMachine,
} from '../../machines/assistants/picture.machine.ts'
import type { InSystem } from '../../machines/system.ts'
import { openPicture, releasePicture, squared } from './square-picture.ts'

/** A picture is chosen, framed, and sent or removed. */
export const providePicture = (
  send: (scope: InSystem, id: string, form: FormData) => Promise<unknown>,
  remove: (scope: InSystem, id: string) => Promise<unknown>,
  finish: () => void,
) =>
  pictureMachine.provide({
    actors: {
      readPicture: fromPromise(({ input }: { input: { picture: ChosenPicture } }) =>
        openPicture(input.picture as File),
      ),
      sendPicture: fromPromise<void, { id: string; picture: ChosenPicture; framing: Framing }>(
        async ({ input, system }) => {
          const form = new FormData()
          form.append('file', await squared(input.picture as File, input.framing), 'picture')
          await send({ system }, input.id, form)
        },
      ),
      removePicture: fromPromise<void, { id: string }>(async ({ input, system }) => {
        await remove({ system }, input.id)
      }),
    },
    actions: {
      releasePreview: (_, { preview }) => preview !== null && releasePicture(preview),
      finish,
    },
  })
