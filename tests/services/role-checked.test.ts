import { expect, it } from 'vitest'
import { reportRoleRefusals } from '../../src/services/http/refusal-reports.ts'
import { listener, standIn } from '../harness/system.ts'

it.each([
  [403, { detail: 'Your role does not allow this.', code: 'forbidden' }, 1],
  [403, { detail: 'This invitation is for somebody else.', code: 'wrong_account' }, 0],
  [403, 'a proxy says no', 0],
  [404, { detail: 'Not found.', code: 'forbidden' }, 0],
])(
  'a role that does not allow something is told of, and nothing else: %s %o',
  async (status, body, times) => {
    let told = 0
    const answer = { status, body, text: '', retryAfter: null }
    const root = listener()
    standIn(root, 'organizations', ({ type }) => {
      if (type === 'organizations.changed') told += 1
    })
    const send = reportRoleRefusals(async () => answer, root)
    expect(await send({ method: 'GET', path: '/', headers: {}, body: undefined, signal: undefined })).toBe(
      answer,
    )
    expect(told).toBe(times)
  },
)
