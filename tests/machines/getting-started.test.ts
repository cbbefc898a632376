import { describe, expect, it } from 'vitest'
import { createActor } from 'xstate'
import { gettingStartedMachine } from '../../src/machines/shell/getting-started.machine.ts'
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
        'gettingStarted.adding': () =>
          expect(progress()).toMatchObject({ documents: 0, assistant: null, questions: 0 }),
        'gettingStarted.creatingKnowledgeBase': () => expect(world.snapshot().context.files).toEqual(FILES),
        'gettingStarted.addingSample': () => expect(world.snapshot().context.error).toBeNull(),
        'gettingStarted.creating': () => {
          expect(progress().documents).toBeGreaterThan(0)
          expect(progress().assistant).toBeNull()
        },
        'gettingStarted.asking': () => {
          expect(progress().assistant).not.toBeNull()
          expect(progress().questions).toBe(0)
        },
        'gettingStarted.finished': () => expect(progress().questions).toBeGreaterThan(0),
      },
    }
  },
})

describe('[S2.11] first steps whose page is left', () => {
  const shown = () => {
    const children = new Map<string, FakeChild>()
    const toasts: ToastRequest[] = []
    const uploads: unknown[] = []
    const views = createActor(viewsLogic).start()
    standIn(views, 'toasts', ({ toast }) => void toasts.push(toast))
    standIn(views, 'workspace', (event) => void uploads.push(event))
    const actor = createActor(
      gettingStartedMachine.provide({
        actors: fakeActors(gettingStartedMachine, children),
        actions: { refreshLists: () => {} },
      }),
      { parent: views, input: { organizationId: 'o1' } },
    ).start()
    actor.send({ type: 'progress.read', progress: PROGRESS[0]! })
    return { actor, children, toasts, uploads, leave: () => views.send({ type: 'view.left', actor }) }
  }

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
