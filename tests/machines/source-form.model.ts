import { expect } from 'vitest'
import type { AnyStateMachine } from 'xstate'
import { crawlMachine } from '../../src/machines/knowledge/crawl.machine.ts'
import { sourceFormMachine } from '../../src/machines/knowledge/source-form.machine.ts'
import type { ModelDescription } from '../harness/model/describe-model.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless, never } from '../harness/model/unhandled.ts'
import { refused } from './form.model.ts'

interface SourceFormModel extends ModelDescription<AnyStateMachine> {
  readonly model: Model<AnyStateMachine>
}

interface SourceFormCase {
  readonly opened: object
  /** Fields that are typed into: accepted, refused, and what else leads elsewhere. */
  readonly fields: readonly { readonly name: string; readonly value: unknown }[]
  readonly found: unknown
  readonly nothing: unknown
  /** Where people sign in to a service: what the form holds once they have. */
  readonly signedIn?: object
}

/** A way to the page of a service. */
const WAY = { id: 'w1', url: 'https://accounts.example.com/auth' }
const SIGNING_IN = [
  never(['form.opened'], ['leaving', 'signingIn'], 'The dialog lies over what opens it.'),
  never(
    ['field.changed', 'form.submitted'],
    ['signingIn'],
    'The fields are not shown while the person is at the page of the service.',
  ),
  never(
    ['import.requested', 'rules.requested'],
    ['leaving', 'signingIn'],
    'Both are offered below what was found.',
  ),
  never(
    ['signIn.requested'],
    ['closed', 'leaving', 'signingIn', 'previewing', 'previewed', 'adding'],
    'It is offered below the fields of what one has signed in for, while nothing is under way.',
  ),
  never(
    ['signIn.cancelled'],
    ['closed', 'editing', 'leaving', 'previewing', 'previewed', 'adding'],
    'It is offered while the page of the service is open.',
  ),
  harmless(['form.submitted'], ['leaving'], 'The server is being asked already.'),
]

/** Every dialog that adds a source is the same statechart: one model with the values of each. */
export const modelOfSourceForm = (
  machine: AnyStateMachine,
  { opened, fields, found, nothing, signedIn }: SourceFormCase,
): SourceFormModel => ({
  name: machine.id,
  machine,
  model: {
    events: () => [
      { type: 'form.opened', values: opened },
      ...fields.map((field) => ({ type: 'field.changed', ...field })),
      { type: 'form.submitted' },
      { type: 'import.requested' },
      { type: 'rules.requested' },
      { type: 'form.closed' },
      ...(signedIn ? [{ type: 'signIn.requested' }, { type: 'signIn.cancelled' }] : []),
    ],
    answers: () => ({
      preview: [found, nothing, refused],
      addSource: [{ id: 's1' }, refused],
      ...(signedIn && {
        beginSignIn: [WAY, refused],
        awaitSignIn: [{ status: 'connected' }, refused],
      }),
    }),
    unhandled: [
      ...(signedIn ? SIGNING_IN : []),
      never(
        ['form.opened'],
        ['editing', 'previewing', 'previewed', 'adding'],
        'The dialog lies over what opens it.',
      ),
      never(
        ['field.changed', 'form.submitted', 'import.requested', 'rules.requested'],
        ['closed'],
        'There is nothing to type into.',
      ),
      never(
        ['import.requested', 'rules.requested'],
        ['editing', 'previewing'],
        'Both are offered below what was found.',
      ),
      harmless(['rules.requested'], ['adding'], 'It is being added.'),
      harmless(['form.submitted'], ['previewing', 'adding'], 'The server is being asked already.'),
      harmless(['form.submitted'], ['previewed'], 'What was found is shown already.'),
      harmless(['import.requested'], ['adding'], 'It is being added.'),
      harmless(['form.closed'], ['closed'], 'It is closed already.'),
      harmless(['form.closed'], ['adding'], 'S2.42: while submitting, cancel, close and Escape do nothing.'),
    ],
    key: ({ context: { values, preview, fieldErrors, error } }) => [
      values,
      preview !== null,
      Object.keys(fieldErrors),
      error,
    ],
  },
  rig: (world) => ({
    oracles: {
      [`${machine.id}.closed`]: () => {
        const { values, preview } = world.snapshot().context
        expect({ ...values, ...opened }).not.toEqual(values)
        expect(preview).toBeNull()
      },
      // What other settings found is not what these would read.
      [`${machine.id}.editing`]: () => expect(world.snapshot().context.preview).toBeNull(),
      ...(signedIn && {
        // Whoever comes back, or does not, finds what they entered.
        [`${machine.id}.signingIn`]: () => {
          const { signIn, preview } = world.snapshot().context
          expect(world.children.get('awaitSignIn')?.input).toEqual(WAY)
          expect({ signIn, preview }).toEqual({ signIn: WAY, preview: null })
          expect(world.effects.at(-1)).toMatchObject({ name: 'openPage', params: { url: WAY.url } })
        },
        [`${machine.id}.leaving`]: () =>
          expect(world.children.get('beginSignIn')?.input).toEqual({
            values: world.snapshot().context.values,
          }),
      }),
      [`${machine.id}.previewing`]: () =>
        expect(world.children.get('preview')?.input).toEqual({ values: world.snapshot().context.values }),
      [`${machine.id}.previewed`]: () => expect(world.snapshot().context.preview).toEqual(found),
      [`${machine.id}.adding`]: () => {
        const { values } = world.children.get('addSource')!.input as { values: { chosen?: unknown } }
        expect(values).toMatchObject({ knowledgeBaseId: 'k1' })
        if (world.snapshot().context.preview) expect(values).not.toMatchObject({ chosen: [] })
      },
    },
  }),
})

/** The chart itself. */
export const sourceFormModel = modelOfSourceForm(sourceFormMachine, {
  opened: { knowledgeBaseId: 'k1' },
  fields: [
    { name: 'url', value: 'https://help.example.com/' },
    { name: 'url', value: 'one page' },
    { name: 'url', value: 'a service' },
    { name: 'url', value: '' },
    { name: 'chosen', value: ['a'] },
  ],
  found: { count: 1 },
  nothing: { count: 0 },
  signedIn: { signedIn: 'w1' },
})

const PAGE = { url: 'https://help.example.com/', title: 'Help', depth: 0 }

export const crawlModel = modelOfSourceForm(crawlMachine, {
  opened: { knowledgeBaseId: 'k1' },
  fields: [
    { name: 'url', value: PAGE.url },
    { name: 'url', value: 'help' },
    { name: 'kind', value: 'site' },
    { name: 'left', value: [PAGE.url] },
  ],
  found: { pages: [PAGE], skipped: [], is_whole: true, error: null },
  nothing: { pages: [], skipped: [], is_whole: true, error: null },
})
