import { describe, expect, it } from 'vitest'
import { FAQ_IMPORT_MAX, FaqImport } from '../../src/services/contract/faq-import.ts'
import { serveOrganization } from '../harness/serve.ts'

describe('[S2.12] questions and answers from a CSV file', async () => {
  const { server, person, ann, organizationId } = await serveOrganization()
  let id: string
  const send = async (content: string | Uint8Array, query = '') => {
    const form = new FormData()
    form.append('file', new Blob([content as BlobPart]), 'faq.csv')
    const answer = await fetch(`${server.url}/api/v1/knowledge-bases/${id}/faq/import?${query}`, {
      method: 'POST',
      headers: person.headers,
      body: form,
    })
    return { status: answer.status, body: await answer.json() }
  }
  const imported = async (content: string | Uint8Array, query = '') =>
    FaqImport.parse((await send(content, query)).body)
  const kept = async () =>
    (await ann.documents(id)).map(({ name, enabled, source }) => [name, enabled, source]).toSorted()

  const anew = async (name: string) => {
    id = (await ann.knowledgeBase(organizationId, name)).id
  }

  it('are shown first, and kept as drafts or approved', async () => {
    await anew('Preview')
    const csv = 'Question,Answer\nWhen do you open?,At nine.\nWhere are you?,"In Bergen,\nby the harbour."\n'
    const shown = await imported(csv, 'preview=true')
    expect(shown).toEqual({
      added: 2,
      first: [
        { question: 'When do you open?', answer: 'At nine.' },
        { question: 'Where are you?', answer: 'In Bergen,\nby the harbour.' },
      ],
      skipped_total: 0,
      skipped: [],
    })
    expect(await kept()).toEqual([])
    expect(await imported(csv, 'approved=true')).toEqual(shown)
    expect(await kept()).toEqual([
      ['When do you open?', true, 'faq'],
      ['Where are you?', true, 'faq'],
    ])
    expect((await imported('Who are you?;Shoemakers.')).added).toBe(1)
    expect(await kept()).toContainEqual(['Who are you?', false, 'faq'])
  })

  it('are skipped with a reason, row by row', async () => {
    await anew('Reasons')
    await imported('When do you open?,At nine.')
    const { added, skipped } = await imported(
      [
        'Answer,Question',
        'At ten.,WHEN DO YOU OPEN?',
        ',Where?',
        'Somewhere.,',
        `Long.,${'x'.repeat(201)}`,
        `${'y'.repeat(10_001)},Too much?`,
        '',
        'Yes.,Once?',
        'Yes again.,once?',
      ].join('\n'),
    )
    expect(added).toBe(1)
    expect(skipped.map(({ row, reason }) => [row, reason])).toEqual([
      [2, 'known'],
      [3, 'no_answer'],
      [4, 'no_question'],
      [5, 'question_too_long'],
      [6, 'answer_too_long'],
      [9, 'known'],
    ])
  })

  it.each([
    ['a byte order mark', Buffer.from('\ufeffquestion;answer\nGrößen?;Alle.')],
    ['UTF-16, as Excel saves “Unicode text”', Buffer.from('\ufeffquestion;answer\nGrößen?;Alle.', 'utf16le')],
    ['Windows-1252, as Excel saves CSV', Buffer.from('question;answer\nGr\u00f6\u00dfen?;Alle.', 'latin1')],
  ])('are read with %s', async (_, bytes) => {
    await anew(`Encoding ${crypto.randomUUID()}`)
    expect((await imported(bytes, 'preview=true')).first).toEqual([{ question: 'Größen?', answer: 'Alle.' }])
  })

  it('are no more than fit at once', async () => {
    await anew('Many')
    const many = Array.from({ length: FAQ_IMPORT_MAX + 2 }, (_, n) => `Question ${n}?,Answer ${n}.`).join(
      '\n',
    )
    const { added, skipped } = await imported(many, 'preview=true')
    expect(added).toBe(FAQ_IMPORT_MAX)
    expect(skipped.map(({ reason }) => reason)).toEqual(['too_many', 'too_many'])
  })

  it('[issue 42.1] are refused in a table whose rows or columns cost more than any import', async () => {
    await anew('Costly')
    for (const costly of ['a\n'.repeat(2_600_000), 'q,a'.concat(','.repeat(2_600_000))]) {
      const { status, body } = await send(costly, 'preview=true')
      expect([status, body.fields]).toEqual([
        422,
        { file: 'This table has more than 5,000 rows or 50 columns.' },
      ])
    }
  })

  it('[issue 42.1] are skipped with a number, and the first of them named', async () => {
    await anew('Skipped')
    const { added, skipped, skipped_total } = await imported('Where?\n'.repeat(5_000), 'preview=true')
    expect([added, skipped.length, skipped_total]).toEqual([0, 100, 5_000])
    expect(skipped[99]).toEqual({ row: 100, question: 'Where?', reason: 'no_answer' })
  })

  it('[issue 42.1] are read for one person a few times a minute', async () => {
    server.config.rateLimits = true
    const statuses: number[] = []
    for (let n = 0; n < 21; n++) statuses.push((await send('Where?,Here.', 'preview=true')).status)
    server.config.rateLimits = false
    expect([statuses[0], statuses.at(-1)]).toEqual([200, 429])
  })

  it('are refused where there is no table', async () => {
    await anew('Refused')
    expect(await send('a,"b', 'preview=true')).toMatchObject({
      status: 422,
      body: { fields: { file: expect.any(String) } },
    })
    expect((await ann.call('POST', `/api/v1/knowledge-bases/${id}/faq/import`)).status).toBe(422)
    expect((await send('x'.repeat(5 * 1024 * 1024 + 1))).status).toBe(413)
  })
})
