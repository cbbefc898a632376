import { describe, expect, it } from 'vitest'
import { createActor } from 'xstate'
import { gettingStartedMachine, type Progress } from '../../src/machines/shell/getting-started.machine.ts'
import type { ToastRequest } from '../../src/machines/shell/toasts/toasts.types.ts'
import { viewsLogic } from '../../src/machines/views.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { type FakeChild, fakeActors } from '../harness/model/fakes.ts'
import { standIn } from '../harness/system.ts'
import { FILES, gettingStartedModel, PROGRESS } from './getting-started.model.ts'

/** [S2.11] */
describeModel({
  name: 'gettingStarted',
  machine: gettingStartedMachine,
  model: gettingStartedModel,
  rig: (world) => {
    const progress = () => world.snapshot().context.progress
    return {
      oracles: {
        'gettingStarted.adding': () => {
          const { error } = world.snapshot().context
          if (error === null)
            expect(progress()).toMatchObject({ documents: 0, assistant: null, questions: 0 })
          expect(world.snapshot().can({ type: 'sample.requested' })).toBe(true)
        },
        'gettingStarted.creatingKnowledgeBase': () => expect(world.snapshot().context.files).toEqual(FILES),
        'gettingStarted.addingSample': () => expect(world.snapshot().context.error).toBeNull(),
        'gettingStarted.creating': () => {
          expect(world.snapshot().context.error).toBeNull()
          expect(progress().documents).toBeGreaterThan(0)
          expect(progress().assistant).toBeNull()
        },
        'gettingStarted.asking': () => {
          expect(world.snapshot().context.error).toBeNull()
          expect(progress().assistant).not.toBeNull()
          expect(progress().questions).toBe(0)
        },
        'gettingStarted.finished': () => {
          expect(world.snapshot().context.error).toBeNull()
          expect(progress().questions).toBeGreaterThan(0)
        },
      },
    }
  },
})

const [NOTHING, , READ, CREATED, ASKED] = PROGRESS as Progress[]

/** The first steps of an organization without contents. */
const shown = () => {
  const children = new Map<string, FakeChild>()
  const toasts: ToastRequest[] = []
  const uploads: unknown[] = []
  const opened: string[] = []
  const views = createActor(viewsLogic).start()
  standIn(views, 'toasts', ({ toast }) => void toasts.push(toast))
  standIn(views, 'workspace', (event) => void uploads.push(event))
  standIn(views, 'navigation', ({ path }) => void opened.push(path))
  const actor = createActor(
    gettingStartedMachine.provide({
      actors: fakeActors(gettingStartedMachine, children),
      actions: { refreshLists: () => {} },
    }),
    { parent: views, input: { organizationId: 'o1' } },
  ).start()
  actor.send({ type: 'progress.read', progress: NOTHING! })
  return { actor, children, toasts, uploads, opened, leave: () => views.send({ type: 'view.left', actor }) }
}

it.each([
  ['its documents had arrived', READ!],
  ['its assistant was created', CREATED!],
  ['somebody had asked', ASKED!],
])('[S2.11] the sample can be added again if it failed after %s', (_, progress) => {
  const { actor, children } = shown()
  actor.send({ type: 'sample.requested' })
  actor.send({ type: 'progress.read', progress })
  children.get('addSample')?.fail(new Error('offline'))
  actor.send({ type: 'progress.read', progress })
  expect(actor.getSnapshot().context.error).toContain('Try again')
  actor.send({ type: 'sample.requested' })
  expect(actor.getSnapshot().value).toBe('addingSample')
})

it('[S2.11] the next step is shown as soon as the files are chosen again', () => {
  const { actor, children, uploads } = shown()
  actor.send({ type: 'files.chosen', files: FILES })
  actor.send({ type: 'progress.read', progress: READ! })
  children.get('createKnowledgeBase')?.fail(new Error('offline'))
  expect(actor.getSnapshot().hasTag('adding')).toBe(true)
  actor.send({ type: 'files.chosen', files: FILES })
  expect(uploads).toHaveLength(1)
  expect(actor.getSnapshot().value).toBe('creating')
})

describe('[S2.11] first steps whose page is left', () => {
  it('add the sample to its end, and open no page', () => {
    const { actor, children, opened, leave } = shown()
    actor.send({ type: 'sample.requested' })
    leave()
    expect(actor.getSnapshot().value).toBe('addingSample')
    children.get('addSample')?.done('i1')
    expect(opened).toEqual([])
    expect(actor.getSnapshot().status).toBe('stopped')
  })

  it('say elsewhere that the sample was not added completely', () => {
    const { actor, children, toasts, leave } = shown()
    actor.send({ type: 'sample.requested' })
    leave()
    children.get('addSample')?.fail(new Error('offline'))
    expect(toasts).toMatchObject([{ title: 'The sample could not be added completely.' }])
  })

  it('send the files as soon as their knowledge base is created', () => {
    const { actor, children, uploads, leave } = shown()
    actor.send({ type: 'files.chosen', files: FILES })
    leave()
    const to = { knowledgeBaseId: 'k1', name: 'Documents' }
    children.get('createKnowledgeBase')?.done(to)
    expect(uploads).toEqual([{ type: 'files.chosen', to, files: FILES }])
    expect(actor.getSnapshot().status).toBe('stopped')
  })

  it('say so elsewhere if the files were not added', () => {
    const { actor, children, toasts, leave } = shown()
    actor.send({ type: 'files.chosen', files: FILES })
    leave()
    children.get('createKnowledgeBase')?.fail(new Error('offline'))
    expect(toasts).toEqual([
      expect.objectContaining({
        title: 'Your files were not added.',
        page: { organizationId: 'o1', path: '/integrations' },
      }),
    ])
  })
})
