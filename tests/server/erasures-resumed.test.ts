import { type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { describe, expect, it, vi } from 'vitest'
import { mails } from '../../server/kernel/db/schema/index.ts'
import { createClient } from '../harness/knowledge.ts'
import { serve } from '../harness/serve.ts'

describe('erasures that a restore has undone', async () => {
  const server = await serve({ appFolder: '/nowhere' })
  const owner = await server.register()

  const db = () => server.context.db
  const mentioned = async () =>
    (await db().execute<{ body: string }>(sql`select body from mails where subject = 'About'`)).rows
      .map(({ body }) => body)
      .sort()

  it('search the texts of their organization once', async () => {
    const { id: organizationId } = await server.found(owner)
    const write = () =>
      db()
        .insert(mails)
        .values(
          ['(eve@example.com)', 'mailto:bob@example.com', '"kay@example.com"'].map((body) => ({
            organizationId,
            recipient: 'team@example.com',
            subject: 'About',
            body,
          })),
        )
    await write()
    for (const who of ['eve@example.com', 'bob@example.com'])
      await createClient(server.url, owner).call('POST', `/api/v1/organizations/${organizationId}/erasures`, {
        who,
      })
    await server.context.background.settle()
    expect(await mentioned()).toEqual(['"kay@example.com"'])

    await db().execute(sql`delete from mails where subject = 'About'`)
    await write()
    await db().execute(sql`update erasures set finished_at = null`)
    const execute = vi.spyOn(db(), 'execute')
    await server.sweep()
    const searches = execute.mock.calls.filter(([query]) =>
      new PgDialect().sqlToQuery(query as SQL).sql.includes('regexp_matches'),
    )
    execute.mockRestore()
    expect(searches).toHaveLength(1)
    expect(await mentioned()).toEqual(['"kay@example.com"'])
    const { rows } = await db().execute(sql`select emails, finished_at is not null as done from erasures`)
    expect(rows).toEqual([
      { emails: [], done: true },
      { emails: [], done: true },
    ])
  })
})
