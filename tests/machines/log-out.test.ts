import { expect, it } from 'vitest'
import { createActor, fromCallback, fromPromise } from 'xstate'
import { uploadMachine } from '../../src/machines/knowledge/upload.machine.ts'
import type { Batch, UploadEvent } from '../../src/machines/knowledge/upload.setup.ts'
import { appMachine, selectFilesAtRisk } from '../../src/machines/shell/app.machine.ts'
import { countUnsentFiles } from '../../src/machines/shell/unsent-files.ts'
import { workspaceMachine } from '../../src/machines/shell/workspace.machine.ts'
import { viewsLogic } from '../../src/machines/views.ts'
import { fakeActors, fakeEffects } from '../harness/model/fakes.ts'
import { standIn } from '../harness/system.ts'
import { appModel, sessionOf, workspaceModel } from './shell.model.ts'

/** Somebody whose upload is under way; the server answers when `answer` is called. */
async function uploading() {
  let answer = () => {}
  const upload = uploadMachine.provide({
    actors: {
      holdTab: fromCallback(() => {}),
      sendFiles: fromCallback<UploadEvent, Batch>(({ sendBack }) => {
        answer = () => sendBack({ type: 'upload.answered', results: [] })
      }),
    },
  })
  const workspace = workspaceMachine.provide({
    actors: { ...fakeActors(workspaceMachine, new Map(), workspaceModel.snapshots), upload } as never,
  })
  const app = createActor(
    appMachine.provide({
      actions: fakeEffects(appMachine, []),
      actors: {
        ...fakeActors(appMachine, new Map(), {
          ...appModel.snapshots,
          navigation: { context: { target: { path: '/integrations' } } },
        }),
        loadWorkspace: fromPromise(async () => {}),
        confirmLeaving: fromCallback(({ sendBack }) => sendBack({ type: 'leaving.granted' })),
        countUnsentFiles,
        workspace,
      } as never,
    }),
    { input: appModel.input } as never,
  ).start()
  app.send(sessionOf('ada') as never)
  await new Promise((resolve) => setImmediate(resolve))
  app.getSnapshot().children.workspace!.send({
    type: 'files.chosen',
    to: { knowledgeBaseId: 'k1', name: 'Help' },
    files: ['a.pdf', 'b.pdf'].map((name) => ({ name, size: 1 })),
  })
  app.send({ type: 'logOut.requested' })
  return {
    app,
    answer: () => answer(),
    isAt: (state: 'working' | 'loggingOut') => app.getSnapshot().matches({ authenticated: { open: state } }),
    atRisk: () => selectFilesAtRisk(app.getSnapshot()),
  }
}

it('asks before files that are not uploaded yet are lost', async () => {
  const { app, isAt, atRisk } = await uploading()
  expect(atRisk()).toBe(2)
  app.send({ type: 'leaving.canceled' })
  expect([isAt('working'), atRisk()]).toEqual([true, 0])
  app.send({ type: 'logOut.requested' })
  app.send({ type: 'leaving.confirmed' })
  expect(isAt('loggingOut')).toBe(true)
})

it('needs no answer once the files have arrived', async () => {
  const { answer, isAt } = await uploading()
  answer()
  expect(isAt('loggingOut')).toBe(true)
})

it('names files whose upload a session or a page has ended, whichever it was', () => {
  const toasts: object[] = []
  const views = createActor(viewsLogic, { systemId: 'views' }).start()
  standIn(views, 'toasts', ({ toast }) => toasts.push(toast))
  const workspace = createActor(
    workspaceMachine.provide({
      actors: fakeActors(workspaceMachine, new Map(), workspaceModel.snapshots) as never,
    }),
    { parent: views, input: { rememberedId: null } },
  ).start()
  workspace.send({ type: 'files.lost', names: ['a.pdf', 'b.pdf'] })
  expect(toasts).toMatchObject([{ title: '2 files may not have been uploaded.', message: 'a.pdf, b.pdf' }])
})
