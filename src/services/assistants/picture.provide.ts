import { fromPromise } from 'xstate'
import {
  type ChosenPicture,
  type Framing,
  pictureMachine,
} from '../../machines/assistants/picture.machine.ts'
import type { InSystem } from '../../machines/system.ts'
import { openPicture, releasePicture, squared } from './square-picture.ts'

/** A picture is chosen, framed, and sent or removed. */
export const providePicture = <Owner>(
  send: (id: string, form: FormData) => Promise<Owner>,
  remove: (id: string) => Promise<Owner>,
  finish: (scope: InSystem, owner: Owner) => void,
) =>
  pictureMachine.provide({
    actors: {
      readPicture: fromPromise(({ input }: { input: { picture: ChosenPicture } }) =>
        openPicture(input.picture as File),
      ),
      sendPicture: fromPromise<unknown, { id: string; picture: ChosenPicture; framing: Framing }>(
        async ({ input }) => {
          const form = new FormData()
          form.append('file', await squared(input.picture as File, input.framing), 'picture')
          return send(input.id, form)
        },
      ),
      removePicture: fromPromise<unknown, { id: string }>(({ input }) => remove(input.id)),
    },
    actions: {
      releasePreview: (_, { preview }) => preview !== null && releasePicture(preview),
      finish: (scope, { owner }) => finish(scope, owner as Owner),
    },
  })
