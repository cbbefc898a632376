import type { pictureMachine } from '../../src/machines/picture/picture.machine.ts'
import type { Model } from '../harness/model/model.ts'
import { unanswered } from './form.model.ts'

export const PICTURE = { name: 'me.png', type: 'image/png', size: 1000 }

export const pictureModel: Model<typeof pictureMachine> = {
  input: { id: 'u1', bytesMax: 1024 * 1024 },
  events: () => [
    { type: 'picture.chosen', picture: PICTURE },
    { type: 'picture.chosen', picture: { ...PICTURE, size: 1024 * 1024 + 1 } },
    { type: 'picture.chosen', picture: { ...PICTURE, type: 'image/svg+xml' } },
    { type: 'framing.picked', framing: 'fit' },
    { type: 'picture.accepted' },
    { type: 'picture.dismissed' },
    { type: 'picture.removed' },
  ],
  answers: () => ({
    readPicture: ['blob:1', unanswered],
    sendPicture: [undefined, unanswered],
    removePicture: [undefined, unanswered],
  }),
  key: ({ context }) => context,
}
