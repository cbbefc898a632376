import { describe, expect, it } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import { improveAnswerMachine } from '../../src/machines/assistants/improve-answer/improve-answer.machine.ts'
import {
  type Improvement,
  type ImproveValues,
  isSupportedBy,
} from '../../src/machines/assistants/improve-answer/improve-answer.setup.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { improveAnswerModel } from './improve-answer.model.ts'
import { citation, message, searchHit } from './samples.ts'

/** [S2.14] Issue 40. */
describeModel({
  name: 'improveAnswer',
  machine: improveAnswerMachine,
  model: improveAnswerModel,
  rig: (world) => ({
    oracles: {
      'improveAnswer.closed': () => expect(world.snapshot().context.subject).toBeNull(),
      'improveAnswer.open.writing': () =>
        expect(world.children.get('passageSearch')?.input).toEqual({
          integrationId: 'i1',
          query: 'Do you ship to Norway?',
        }),
      'improveAnswer.open.saving': () =>
        expect(world.children.get('save')?.input).toMatchObject({
          question: 'Do you ship to Norway?',
          way: world.snapshot().context.way,
        }),
      'improveAnswer.open.asking': () =>
        expect(world.children.get('askAgain')?.input).toBe(world.snapshot().context.subject),
      'improveAnswer.open.settling': () =>
        expect(world.children.get('closeGap')?.input).toBe(world.snapshot().context.subject),
      'improveAnswer.open.improved': () => expect(world.snapshot().context.subject.gapIds).toEqual([]),
      'improveAnswer.open.answeredOtherwise': () =>
        expect(world.snapshot().context.after.answered).toBe(true),
      'improveAnswer.open.stillOpen': () => expect(world.snapshot().context.subject.gapIds).toContain('a2'),
      'improveAnswer.open.failed': () => expect(world.snapshot().context.error).not.toBeNull(),
      'improveAnswer.open.unsettled': () => expect(world.snapshot().context.error).not.toBeNull(),
    },
  }),
})

/** Sentences of the content that no passage supports, as the server names them. */
const spansOf = (content: string, ...sentences: readonly string[]) =>
  sentences.map((sentence) => ({
    start: content.indexOf(sentence),
    end: content.indexOf(sentence) + sentence.length,
  }))

describe('[S2.14] [ux 11] an answer rests on a document', () => {
  const content = 'We ship to Norway. [1] It costs nine crowns [2]. It takes a week [2].'
  const answer = (...unsupported: readonly string[]) =>
    message('a1', {
      answered: true,
      content,
      citations: [citation(1, 'd1'), citation(2, 'd2')],
      unsupported: spansOf(content, ...unsupported),
    })

  it.each([
    ['it is cited', [], 'd1', true],
    ['another document is cited', [], 'd3', false],
    ['its sentence is marked, with the number behind the full stop', ['We ship to Norway.'], 'd1', false],
    ['one of two sentences that cite it is marked', ['It costs nine crowns [2].'], 'd2', true],
    [
      'every sentence is marked',
      ['We ship to Norway.', 'It costs nine crowns [2].', 'It takes a week [2].'],
      'd2',
      false,
    ],
  ])('when %s', (_, unsupported, documentId, rests) => {
    expect(isSupportedBy(answer(...unsupported), documentId)).toBe(rests)
  })
})

describe('[S2.14] what is improved (issue 40)', () => {
  const started = (failure: Error = new Error('offline')) => {
    const actor = createActor(
      improveAnswerMachine.provide({
        actors: {
          passageSearch: fromPromise(() => new Promise(() => {})) as never,
          save: fromPromise(async (): Promise<Improvement> => {
            throw failure
          }),
        },
      }),
    ).start()
    actor.send({
      type: 'improving.opened',
      subject: {
        integrationId: 'i1',
        question: 'Do you ship?',
        before: message('a1', { answered: true, content: 'We ship. [1]', citations: [citation(1)] }),
        organizationId: 'o1',
        gapIds: [],
        config: 'draft',
      },
      knowledgeBaseId: 'k1',
    })
    return actor
  }
  const type = (actor: ReturnType<typeof started>, values: Partial<ImproveValues>) => {
    for (const [name, value] of Object.entries(values)) actor.send({ type: 'field.changed', name, value })
  }

  it('begins with the answer as it was given, without its numbers', () => {
    expect(started().getSnapshot().context.values).toMatchObject({
      question: 'Do you ship?',
      answer: 'We ship.',
      knowledgeBaseId: 'k1',
    })
  })

  it('keeps what was typed in another way, and asks for what that way needs', () => {
    const actor = started()
    type(actor, { answer: 'We ship everywhere.' })
    actor.send({ type: 'way.chosen', way: 'text' })
    type(actor, { knowledgeBaseId: '' })
    actor.send({ type: 'form.submitted' })
    expect(Object.keys(actor.getSnapshot().context.fieldErrors)).toEqual(['name', 'text', 'knowledgeBaseId'])
    actor.send({ type: 'way.chosen', way: 'pair' })
    expect(actor.getSnapshot().context).toMatchObject({
      fieldErrors: {},
      values: { answer: 'We ship everywhere.' },
    })
  })

  it('keeps what was typed when it could not be saved', async () => {
    const actor = started()
    type(actor, { answer: 'We ship everywhere.' })
    actor.send({ type: 'form.submitted' })
    const { context } = await waitFor(actor, (snapshot) => snapshot.matches({ open: 'writing' }))
    expect(context).toMatchObject({
      error: 'It could not be saved. Please try again.',
      values: { answer: 'We ship everywhere.' },
    })
  })

  it.each([
    ['passage', 'This question is already a golden question.'],
    ['pair', null],
  ] as const)('shows a refusal of the question where it is seen: %s', async (way, error) => {
    const detail = 'This question is already a golden question.'
    const actor = started(Object.assign(new Error(), { detail, fields: { question: 'Known.' } }))
    actor.send({ type: 'way.chosen', way })
    type(actor, { hit: searchHit('p1') })
    actor.send({ type: 'form.submitted' })
    const { context } = await waitFor(actor, (snapshot) => snapshot.matches({ open: 'writing' }))
    expect(context).toMatchObject({ error, fieldErrors: { question: 'Known.' } })
  })
})
