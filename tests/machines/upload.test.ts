import { describe, expect, it } from 'vitest'
import { createActor, fromCallback } from 'xstate'
import { type ChosenFile, type UploadEvent, uploadMachine } from '../../src/machines/upload/upload.machine.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { REFUSED, uploadModel } from './upload.model.ts'

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
        expect(new Set(refusals.map(({ reason }: { reason: string }) => reason))).toEqual(
          new Set([REFUSED.error.detail]),
        )
        // A file that was there already is no failure.
        expect(unchanged).toBe(refusals.length)
      },
      'upload.failed': () => expect(world.snapshot().context.waiting.length).toBeGreaterThan(0),
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
          sendFiles: fromCallback<UploadEvent, { knowledgeBaseId: string; files: readonly ChosenFile[] }>(
            ({ input, sendBack }) => {
              batches.push(input.files.length)
              sendBack({ type: 'upload.answered', results: [] })
            },
          ),
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
})
