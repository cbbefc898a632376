import type { pictureMachine } from '../../src/machines/assistants/picture.machine.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless, never } from '../harness/model/unhandled.ts'
import { unanswered } from './form.model.ts'
import { failuresOf } from './refusals.ts'

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
    sendPicture: [undefined, ...failuresOf('POST /api/v1/integrations/:id/logo')],
    removePicture: [undefined, ...failuresOf('DELETE /api/v1/integrations/:id/logo')],
  }),
  unhandled: [
    never(
      ['picture.chosen', 'picture.removed'],
      ['reading', 'removing'],
      'Both buttons are disabled until that is done.',
    ),
    never(
      ['picture.chosen', 'picture.removed'],
      ['framing', 'sending'],
      'The dialog lies over both buttons.',
    ),
    never(
      ['framing.picked', 'picture.accepted', 'picture.dismissed'],
      ['reading', 'removing'],
      'The dialog is not on the screen.',
    ),
    harmless(
      ['framing.picked', 'picture.accepted', 'picture.dismissed'],
      ['idle'],
      'A dialog that fades out is about a picture that was sent or dismissed.',
    ),
    harmless(['framing.picked'], ['sending'], 'The square is sent as it was when it was accepted.'),
    harmless(['picture.accepted'], ['sending'], 'The same picture is being sent.'),
    harmless(
      ['picture.dismissed'],
      ['sending'],
      'S2.42: while submitting, cancel, close and Escape do nothing.',
    ),
  ],
  key: ({ context }) => context,
}
