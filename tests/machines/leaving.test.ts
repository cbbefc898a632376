import { expect, it } from 'vitest'
import {
  type AnyEventObject,
  type AnyStateMachine,
  createActor,
  fromCallback,
  fromPromise,
  fromTransition,
  setup,
} from 'xstate'
import { deleteIntegrationMachine } from '../../src/machines/assistants/confirmations.machine.ts'
import { listModelsMachine } from '../../src/machines/assistants/model-provider.machine.ts'
import { deleteKnowledgeBaseMachine } from '../../src/machines/knowledge/change-knowledge-base.machine.ts'
import { writeTextMachine } from '../../src/machines/knowledge/document-forms.machine.ts'
import { confirmationMachine } from '../../src/machines/shared/confirmation.machine.ts'
import { formMachine } from '../../src/machines/shared/form/form.machine.ts'
import { blockLeaving, confirmLeaving } from '../../src/machines/shell/navigation/leaving.ts'
import { navigationMachine } from '../../src/machines/shell/navigation/navigation.machine.ts'
import type { LeavingAnswer, NavigationEvent } from '../../src/machines/shell/navigation/navigation.types.ts'
import { typedTextMachine } from '../../src/machines/shell/typed-text.machine.ts'
import { workspaceMachine } from '../../src/machines/shell/workspace.machine.ts'
import { viewsLogic } from '../../src/machines/views.ts'
import { type FakeChild, fakeActors, fakeEffects } from '../harness/model/fakes.ts'
import { standIn } from '../harness/system.ts'
import { SUBJECT } from './confirmation.model.ts'
import { routes } from './navigation.model.ts'
import { workspaceModel } from './shell.model.ts'

/** Asks once it is started, and notes what it is told; holds the screen until it is released. */
const form = setup({
  types: {} as {
    events: LeavingAnswer | { type: 'asking.began' } | { type: 'asking.ended' } | { type: 'released' }
  },
  actors: { confirmLeaving, blockLeaving },
  actions: { note: (_, _params: { type: string }) => {} },
}).createMachine({
  type: 'parallel',
  states: {
    form: {
      initial: 'changed',
      states: {
        changed: { invoke: { id: 'blockLeaving', src: 'blockLeaving' }, on: { released: 'saved' } },
        saved: {},
      },
    },
    question: {
      initial: 'silent',
      states: {
        silent: { on: { 'asking.began': 'asking' } },
        asking: {
          invoke: { id: 'confirmLeaving', src: 'confirmLeaving' },
          on: {
            'asking.ended': 'silent',
            'leaving.granted': { target: 'silent', actions: { type: 'note', params: ({ event }) => event } },
            'leaving.refused': { target: 'silent', actions: { type: 'note', params: ({ event }) => event } },
          },
        },
      },
    },
  },
})

/** Somebody on their profile. */
async function onProfile(loadScreen = async () => {}) {
  const navigation = createActor(
    navigationMachine.provide({
      actions: fakeEffects(navigationMachine, []),
      actors: {
        watchHistory: fromCallback<NavigationEvent>(() => {}),
        loadScreen: fromPromise<void, { routeId: string }>(loadScreen),
      },
    }),
    { systemId: 'navigation', input: { routes, path: '/profile', index: 0, pendingResetToken: null } },
  ).start()
  navigation.send({ type: 'visitor.changed', visitor: { signedIn: true, reason: 'none' } })
  await new Promise((resolve) => setImmediate(resolve))
  return navigation
}

/** The same, with something typed. */
async function started() {
  const navigation = await onProfile()
  const heard: string[] = []
  const actor = createActor(form.provide({ actions: { note: (_, { type }) => void heard.push(type) } }), {
    parent: navigation,
  }).start()
  return { navigation, actor, heard, ask: () => actor.send({ type: 'asking.began' }) }
}

it('is granted at once without unsaved changes', async () => {
  const { actor, heard, ask } = await started()
  actor.send({ type: 'released' })
  ask()
  ask()
  expect(heard).toEqual(['leaving.granted', 'leaving.granted'])
})

it('is decided once by the person when there are unsaved changes', async () => {
  const { navigation, heard, ask } = await started()
  ask()
  expect(heard).toEqual([])
  navigation.send({ type: 'leaving.canceled' })
  ask()
  navigation.send({ type: 'leaving.confirmed' })
  expect(heard).toEqual(['leaving.refused', 'leaving.granted'])
})

it('is withdrawn when the asking actor is gone', async () => {
  const { navigation, actor, heard, ask } = await started()
  ask()
  expect(navigation.getSnapshot().matches({ blocked: 'otherwise' })).toBe(true)
  actor.send({ type: 'asking.ended' })
  expect(navigation.getSnapshot().matches({ settled: 'unsaved' })).toBe(true)
  navigation.send({ type: 'leaving.confirmed' })
  expect(heard).toEqual([])
})

it('closes a dialog of the shell whose text was left with the page', async () => {
  const navigation = await onProfile()
  const dialog = createActor(formMachine).start()
  createActor(typedTextMachine, { input: { form: dialog }, parent: navigation }).start()
  const type = () => {
    dialog.send({ type: 'form.opened' })
    dialog.send({ type: 'field.changed', name: 'name', value: 'Northwind' })
  }
  const goTo = async (path: string) => {
    navigation.send({ type: 'navigation.requested', path })
    navigation.send({ type: 'leaving.confirmed' })
    await new Promise((resolve) => setImmediate(resolve))
  }
  type()
  await goTo('/integrations')
  expect(navigation.getSnapshot().context.current?.path).toBe('/integrations')
  expect(dialog.getSnapshot().value).toBe('closed')
  type()
  await goTo('/integrations?find=boots')
  expect(dialog.getSnapshot().value).toBe('editing')
  expect(navigation.getSnapshot().matches({ settled: 'unsaved' })).toBe(true)
})

it.each([
  ['arrives', '/integrations', false],
  ['gives way to another one', '/profile?find=boots', true],
])(
  'is decided by the person where something is typed in a dialog before a page %s',
  async (_, path, again) => {
    const arrivals: (() => void)[] = []
    const navigation = await onProfile(() => new Promise((resolve) => void arrivals.push(resolve)))
    const arrive = async () => {
      for (const resolve of arrivals.splice(0)) resolve()
      await new Promise((resolve) => setImmediate(resolve))
    }
    await arrive()
    const dialog = createActor(formMachine).start()
    createActor(typedTextMachine, { input: { form: dialog }, parent: navigation }).start()
    navigation.send({ type: 'navigation.requested', path: '/integrations' })
    dialog.send({ type: 'form.opened' })
    dialog.send({ type: 'field.changed', name: 'name', value: 'Northwind' })
    if (again) navigation.send({ type: 'navigation.requested', path })
    else await arrive()
    expect(navigation.getSnapshot().matches({ blocked: 'page' })).toBe(true)
    navigation.send({ type: 'leaving.canceled' })
    expect(navigation.getSnapshot().context.current?.path).toBe('/profile')
    expect(dialog.getSnapshot()).toMatchObject({
      value: 'editing',
      context: { values: { name: 'Northwind' } },
    })
    navigation.send({ type: 'navigation.requested', path })
    navigation.send({ type: 'leaving.confirmed' })
    await arrive()
    expect(navigation.getSnapshot().matches('settled')).toBe(true)
    expect(navigation.getSnapshot().context.current?.path).toBe(path)
  },
)

/** Does all this in a view, and leaves it while the request is under way. */
function leftAfter(machine: AnyStateMachine, events: readonly AnyEventObject[]) {
  const toasts: unknown[] = []
  const navigated: unknown[] = []
  const children = new Map<string, FakeChild>()
  const views = createActor(viewsLogic).start()
  standIn(views, 'toasts', ({ toast }) => void toasts.push(toast))
  standIn(views, 'navigation', (event) => void navigated.push(event))
  const actor = createActor(
    machine.provide({ actors: fakeActors(machine, children), actions: { finish: () => {} } }),
    { parent: views },
  ).start()
  for (const event of events) actor.send(event)
  views.send({ type: 'view.left', actor })
  const [request] = children.values()
  return { actor, toasts, navigated, request }
}

const NOT_SAVED = 'The text could not be saved. Please try again.'
const NOT_DONE = 'That did not work. Please try again.'
const written = [
  {
    type: 'form.opened',
    organizationId: 'o1',
    values: { knowledgeBaseId: 'k1', name: 'Returns', text: 'Within 30 days.' },
  },
  { type: 'form.submitted' },
]
const deleted = [{ type: 'confirmation.asked', subject: SUBJECT }, { type: 'confirmation.given' }]
const checked = { detail: 'Please check what you entered.', fields: { name: 'Use at most 200 characters.' } }
const taken = { detail: 'It is in use.' }

it.each([
  ['form', 'was refused for a field', writeTextMachine, written, checked, [NOT_SAVED, checked.fields.name]],
  ['form', 'was refused', writeTextMachine, written, taken, [NOT_SAVED, taken.detail]],
  ['form', 'got no answer', writeTextMachine, written, {}, [NOT_SAVED, '']],
  ['confirmation', 'was refused', confirmationMachine, deleted, taken, [SUBJECT.name, taken.detail]],
  ['confirmation', 'got no answer', confirmationMachine, deleted, {}, [SUBJECT.name, NOT_DONE]],
])('a %s that is left before it %s says so elsewhere', (_, _why, machine, events, error, said) => {
  const { actor, toasts, request } = leftAfter(machine, events)
  request?.fail(Object.assign(new Error('failed'), error))
  expect(toasts).toHaveLength(1)
  expect(toasts[0]).toMatchObject({ type: 'error' })
  expect(Object.values(toasts[0] as object)).toEqual(expect.arrayContaining(said))
  expect(actor.getSnapshot().status).toBe('stopped')
})

it('a list of models that is left is not waited for', () => {
  const { actor } = leftAfter(listModelsMachine, [
    { type: 'form.opened', organizationId: 'o1', values: { base_url: 'https://models.example.com/v1' } },
    { type: 'form.submitted' },
  ])
  expect(actor.getSnapshot().status).toBe('stopped')
})

it.each([
  ['knowledge base', deleteKnowledgeBaseMachine, '/knowledge-bases'],
  ['assistant', deleteIntegrationMachine, '/integrations'],
])('Back does not lead to the page of a deleted %s', (_, machine, path) => {
  const { navigated, request } = leftAfter(machine, deleted)
  request?.done(undefined)
  expect(navigated).toContainEqual({ type: 'navigation.requested', path, replace: true })
})

it('Back does not lead to a deleted conversation', () => {
  const heard: AnyEventObject[] = []
  const target = { path: '/history?conversation=c1' }
  const navigation = createActor(
    fromTransition(
      (same, event: AnyEventObject) => {
        heard.push(event)
        return same
      },
      { target, current: target },
    ),
    { systemId: 'navigation' },
  ).start()
  const workspace = createActor(
    workspaceMachine.provide({
      actors: fakeActors(workspaceMachine, new Map(), workspaceModel.snapshots) as never,
    }),
    { parent: navigation, input: { rememberedId: 'o1' } },
  ).start()
  workspace.send({ type: 'conversation.deleted', id: 'c1' })
  expect(heard).toContainEqual({ type: 'navigation.requested', path: '/history', replace: true })
})
