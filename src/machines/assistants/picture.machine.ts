import { type ActorRefFrom, assign, fromPromise, setup } from 'xstate'
import { t } from '../../texts/t.ts'
import { failureOf } from '../failure.ts'
import { actionNotProvided, notProvided } from '../not-provided.ts'
import { remembersError } from '../shared/failed-call.ts'

/** A chosen file; only services read its contents. */
interface ChosenPicture {
  readonly name: string
  readonly type: string
  readonly size: number
}

/** How a picture becomes square: its middle, or all of it with a margin. */
export type Framing = 'crop' | 'fit'

interface PictureContext {
  /** Owner of the picture. */
  readonly id: string
  readonly bytesMax: number
  readonly picture: ChosenPicture | null
  /** Address that the browser shows it from. */
  readonly preview: string | null
  readonly framing: Framing
  readonly error: string | null
}

type PictureEvent =
  | { type: 'picture.chosen'; picture: ChosenPicture }
  | { type: 'framing.picked'; framing: Framing }
  | { type: 'picture.accepted' }
  | { type: 'picture.dismissed' }
  | { type: 'picture.removed' }

const READ = ['image/png', 'image/jpeg', 'image/webp']
const MIB = 1024 * 1024

/** S7.photo: a photo or a logo, square. */
export const pictureMachine = setup({
  types: {} as {
    context: PictureContext
    events: PictureEvent
    input: { id: string; bytesMax: number }
    tags: 'open' | 'busy'
    children: { readPicture: 'readPicture'; sendPicture: 'sendPicture'; removePicture: 'removePicture' }
  },
  actors: {
    readPicture: fromPromise<string, { picture: ChosenPicture }>(notProvided('readPicture')),
    sendPicture: fromPromise<unknown, { id: string; picture: ChosenPicture; framing: Framing }>(
      notProvided('sendPicture'),
    ),
    removePicture: fromPromise<unknown, { id: string }>(notProvided('removePicture')),
  },
  guards: {
    isOfReadType: (_, { picture }: { picture: ChosenPicture }) => READ.includes(picture.type),
    isTooLarge: ({ context }, { picture }: { picture: ChosenPicture }) => picture.size > context.bytesMax,
  },
  actions: {
    /** Releases the preview's memory. */
    releasePreview: actionNotProvided<{ preview: string | null }>('releasePreview'),
    /** The picture's owner, as the server has it now. */
    finish: actionNotProvided<{ owner: unknown }>('finish'),
    rememberPicture: assign((_, { picture }: { picture: ChosenPicture }) => ({ picture, error: null })),
    rememberPreview: assign({ preview: (_, { preview }: { preview: string }) => preview }),
    rememberFraming: assign({ framing: (_, { framing }: { framing: Framing }) => framing }),
    forgetPicture: assign({ picture: null, preview: null, framing: 'crop' }),
    forgetError: assign({ error: null }),
    refuseSize: assign({
      error: ({ context }) =>
        t('The picture must be {bytesMax} MB or smaller.', { bytesMax: context.bytesMax / MIB }),
    }),
    refuseType: assign({ error: t('Choose a PNG, JPEG or WebP picture.') }),
    refuseUnreadable: assign({ error: t('This picture cannot be read.') }),
    rememberError: assign({
      error: (_, { error }: { error: unknown }) =>
        failureOf(error, t('The picture could not be saved. Please try again.')).message,
    }),
  },
}).createMachine({
  id: 'picture',
  description: 'A photo or a logo: chosen, framed as a square, sent.',
  context: ({ input }) => ({ ...input, picture: null, preview: null, framing: 'crop', error: null }),
  initial: 'idle',
  states: {
    idle: {
      description: 'A picture may be chosen, or the present one removed.',
      on: {
        'picture.chosen': [
          {
            guard: { type: 'isTooLarge', params: ({ event }) => event },
            actions: 'refuseSize',
          },
          {
            guard: { type: 'isOfReadType', params: ({ event }) => event },
            target: 'reading',
            actions: { type: 'rememberPicture', params: ({ event }) => event },
          },
          { actions: 'refuseType' },
        ],
        'picture.removed': { target: 'removing', actions: 'forgetError' },
      },
    },
    reading: {
      description: 'The browser opens the file.',
      tags: 'busy',
      invoke: {
        id: 'readPicture',
        src: 'readPicture',
        input: ({ context }) => ({ picture: context.picture! }),
        onDone: {
          target: 'framing',
          actions: { type: 'rememberPreview', params: ({ event }) => ({ preview: event.output }) },
        },
        onError: { target: 'idle', actions: ['forgetPicture', 'refuseUnreadable'] },
      },
    },
    framing: {
      description: 'Its square is chosen: cropped, or fitted in.',
      tags: 'open',
      on: {
        'framing.picked': { actions: { type: 'rememberFraming', params: ({ event }) => event } },
        'picture.accepted': { target: 'sending', actions: 'forgetError' },
        'picture.dismissed': {
          target: 'idle',
          actions: [
            { type: 'releasePreview', params: ({ context }) => ({ preview: context.preview }) },
            'forgetPicture',
            'forgetError',
          ],
        },
      },
    },
    sending: {
      description: 'The square is drawn and sent; the dialog cannot be closed.',
      tags: ['open', 'busy'],
      invoke: {
        id: 'sendPicture',
        src: 'sendPicture',
        input: ({ context: { id, picture, framing } }) => ({ id, picture: picture!, framing }),
        onDone: {
          target: 'idle',
          actions: [
            { type: 'releasePreview', params: ({ context }) => ({ preview: context.preview }) },
            'forgetPicture',
            { type: 'finish', params: ({ event }) => ({ owner: event.output }) },
          ],
        },
        onError: { target: 'framing', actions: remembersError },
      },
    },
    removing: {
      description: 'The current picture is removed.',
      tags: 'busy',
      invoke: {
        id: 'removePicture',
        src: 'removePicture',
        input: ({ context }) => ({ id: context.id }),
        onDone: {
          target: 'idle',
          actions: { type: 'finish', params: ({ event }) => ({ owner: event.output }) },
        },
        onError: { target: 'idle', actions: remembersError },
      },
    },
  },
})

export type PictureRef = ActorRefFrom<typeof pictureMachine>
