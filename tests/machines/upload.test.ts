import { describe, expect, it } from 'vitest'
import { createActor, fromCallback } from 'xstate'
import { uploadMachine } from '../../src/machines/knowledge/upload.machine.ts'
import type { Batch, ChosenFile, UploadEvent } from '../../src/machines/knowledge/upload.setup.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { document } from './samples.ts'
import { NAMESAKE, REFUSED, uploadModel } from './upload.model.ts'

describeModel({
  name: 'upload',
  machine: uploadMachine,
  model: uploadModel,
  rig: (world) => ({
    oracles: {
      'upload.idle': () => {
        expect(world.children.size).toBe(0)
        expect(world.snapshot().context).toMatchObject({ waiting: [], sending: [], refusals: [] })
      },
      'upload.sending': () => {
        const { files } = world.children.get('sendFiles')!.input as { files: ChosenFile[] }
        expect(files.length).toBeGreaterThan(0)
        expect(files.length).toBeLessThanOrEqual(50)
        expect(world.children.has('holdTab')).toBe(true)
      },
      'upload.reported': () => {
        const { refusals, unchanged } = world.snapshot().context
        expect(refusals.length).toBeGreaterThan(0)
        // A file that was there already is no failure.
        const ofServer = refusals.filter(({ reason }: { reason: string }) => reason === REFUSED.error.detail)
        expect(unchanged).toBe(ofServer.length)
      },
      'upload.asking': () => {
        expect(world.children.has('holdTab')).toBe(true)
        expect(world.snapshot().context.namesakes).toMatchObject([{ name: NAMESAKE.name }])
      },
      'upload.failed.refused': () => {
        expect(world.children.has('holdTab')).toBe(true)
        expect(world.children.has('awaitLine')).toBe(false)
      },
      'upload.failed.interrupted': () => {
        expect(world.children.has('holdTab')).toBe(true)
        expect(world.children.has('awaitLine')).toBe(true)
        expect(world.snapshot().context.waiting.length).toBeGreaterThan(0)
      },
    },
  }),
})

describe('an upload', () => {
  it('sends 51 files in two requests and loses none', () => {
    const batches: number[] = []
    const actor = createActor(
      uploadMachine.provide({
        actors: {
          holdTab: fromCallback(() => {}),
          sendFiles: fromCallback<UploadEvent, Batch>(({ input, sendBack }) => {
            batches.push(input.files.length)
            sendBack({ type: 'upload.answered', results: [] })
          }),
        },
      }),
      { input: { knowledgeBaseId: 'k1', name: 'Help' } },
    ).start()
    actor.send({
      type: 'files.chosen',
      files: Array.from({ length: 51 }, (_, n) => ({ name: `${n}`, size: 1 })),
    })
    expect(batches).toEqual([50, 1])
  })

  const chosen = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `${n}.md`, size: 1 }))
  /** An upload whose requests a test answers; `line` brings the connection back. */
  const start = () => {
    const sent: (readonly ChosenFile[])[] = []
    const batches: Batch[] = []
    let line = () => {}
    const actor = createActor(
      uploadMachine.provide({
        actors: {
          holdTab: fromCallback(() => {}),
          awaitLine: fromCallback(({ sendBack }) => {
            line = () => sendBack({ type: 'line.returned' })
          }),
          sendFiles: fromCallback<UploadEvent, Batch>(({ input }) => {
            batches.push(input)
            sent.push(input.files)
          }),
        },
      }),
      { input: { knowledgeBaseId: 'k1', name: 'Help' } },
    ).start()
    const answer = () =>
      actor.send({
        type: 'upload.answered',
        results: sent.at(-1)!.map(({ name }) => ({ name, document: document(name), error: null })),
      })
    return { actor, sent, batches, answer, comeBack: () => line() }
  }
  const fail = { type: 'upload.failed', error: new TypeError('network') } as const

  it('[knowledge H1] refuses a file that is too large by its name, and sends the 60 others', () => {
    const { actor, sent, answer } = start()
    const [first, ...others] = chosen(61)
    actor.send({ type: 'files.chosen', files: [...others, { ...first!, size: 24 * 1024 * 1024 }] })
    answer()
    answer()
    expect(sent.map(({ length }) => length)).toEqual([50, 10])
    expect(actor.getSnapshot().context).toMatchObject({
      accepted: 60,
      refusals: [{ name: '0.md', reason: expect.stringContaining('20 MB') }],
    })
  })

  it('[knowledge H2] names what cannot be opened, and sends the rest', () => {
    const { actor, sent } = start()
    actor.send({
      type: 'files.chosen',
      files: [{ name: 'notes', size: 0, isUnreadable: true }, ...chosen(1)],
    })
    expect(sent).toEqual([chosen(1)])
    expect(actor.getSnapshot().context.refusals).toMatchObject([{ name: 'notes' }])
  })

  it('[knowledge M7] goes on by itself when the line is back, and reports the whole drop', () => {
    const { actor, sent, answer, comeBack } = start()
    actor.send({ type: 'files.chosen', files: chosen(100) })
    answer()
    actor.send(fail)
    expect(actor.getSnapshot().matches({ failed: 'interrupted' })).toBe(true)
    comeBack()
    expect(sent).toHaveLength(3)
    answer()
    expect(actor.getSnapshot().context).toMatchObject({ accepted: 100, error: null, interruptions: 0 })
  })

  it('[review 5] keeps what was accepted and refused when somebody tries again', () => {
    const { actor, answer } = start()
    actor.send({ type: 'files.chosen', files: [...chosen(60), { name: 'film', size: 1e9 }] })
    answer()
    actor.send({ type: 'upload.failed', error: { status: 403, detail: 'Not any more.' } })
    actor.send({ type: 'retry.requested' })
    answer()
    expect(actor.getSnapshot().context).toMatchObject({ accepted: 60, refusals: [{ name: 'film' }] })
  })

  it('[knowledge M1] asks about a file with the name of a document, sends the others, and sends it as was decided', () => {
    const { actor, sent, answer } = start()
    actor.send({ type: 'files.chosen', files: chosen(2) })
    actor.send({
      type: 'upload.answered',
      results: [
        { name: '0.md', document: document('0.md'), error: null },
        { name: '1.md', document: null, error: { code: 'same_name', detail: '' }, index: 1 },
      ],
    })
    expect(actor.getSnapshot().matches('asking')).toBe(true)
    actor.send({ type: 'namesakes.decided', sameName: 'replace' })
    expect(sent.at(-1)).toEqual([{ name: '1.md', size: 1 }])
    answer()
    expect(actor.getSnapshot().matches('reported')).toBe(true)
    expect(actor.getSnapshot().context).toMatchObject({ accepted: 2, refusals: [], namesakes: [] })
  })

  const namesake = (index: number) => ({
    name: 'readme.md',
    document: null,
    error: { code: 'same_name', detail: '' },
    index,
  })
  const twins = [1, 2].map((size) => ({ name: 'readme.md', size }))

  it('asks only about the file that has the name of a document, not about another of that name', () => {
    const { actor, sent, answer } = start()
    actor.send({ type: 'files.chosen', files: twins })
    const there = { name: 'readme.md', document: null, error: { code: 'duplicate', detail: '' } }
    actor.send({ type: 'upload.answered', results: [there, namesake(1)] })
    expect(actor.getSnapshot().context.namesakes).toEqual([twins[1]])
    actor.send({ type: 'namesakes.decided', sameName: 'replace' })
    expect(sent.at(-1)).toEqual([twins[1]])
    answer()
    expect(actor.getSnapshot().context).toMatchObject({ accepted: 1, unchanged: 1 })
  })

  it('replaces a document with one file, and keeps another of that name beside it', () => {
    const { actor, batches, answer } = start()
    actor.send({ type: 'files.chosen', files: twins })
    actor.send({ type: 'upload.answered', results: [namesake(0), namesake(1)] })
    actor.send({ type: 'namesakes.decided', sameName: 'replace' })
    answer()
    answer()
    expect(batches.slice(1)).toMatchObject([
      { files: [twins[0]], sameName: 'replace' },
      { files: [twins[1]], sameName: 'keep' },
    ])
    expect(actor.getSnapshot().context).toMatchObject({ accepted: 2, refusals: [] })
  })
})
