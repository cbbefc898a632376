import { describe, expect, it } from 'vitest'
import { redacted } from '../../src/ui/inspect/redacted.ts'

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'

describe('what the inspector and the simulator show', () => {
  it('hides what stands under a secret name, however deep', () => {
    expect(
      redacted({
        email: 'ada@example.com',
        password: 'staple',
        newPassword: 'battery',
        code: 123456,
        tokens: { access: 'a', refresh: 'r', expiresAt: 900 },
        backup_codes: ['one', 'two'],
      }),
    ).toEqual({
      email: 'ada@example.com',
      password: '•••',
      newPassword: '•••',
      code: '•••',
      tokens: { access: '•••', refresh: '•••', expiresAt: 900 },
      backup_codes: ['•••', '•••'],
    })
  })

  it('hides the value of a field that is called a secret', () => {
    expect(redacted({ type: 'field.changed', name: 'current_password', value: 'staple' })).toEqual({
      type: 'field.changed',
      name: 'current_password',
      value: '•••',
    })
    expect(redacted({ type: 'field.changed', name: 'email', value: 'ada' })).toMatchObject({ value: 'ada' })
  })

  it('hides tokens by their shape, wherever they stand', () => {
    expect(redacted({ note: `Bearer ${JWT} was sent` })).toEqual({ note: 'Bearer ••• was sent' })
    expect(redacted('/api/ws?token=abc&page=2')).toBe('/api/ws?token=•••&page=2')
    expect(redacted('/reset-password/9f8e7d6c5b4a39281706f5e4d3c2b1a09f8e7d6c5b4a3928')).toBe(
      '/reset-password/•••',
    )
    expect(redacted(new Error(`refused ${JWT}`))).toEqual({ error: 'refused •••' })
  })

  it('leaves what is no secret', () => {
    const shown = { id: '0b0f3f0e-6c38-4f4e-9c80-3c8f1f6a7d11', tokensLeft: 3, list: [null, true, 'words'] }
    expect(redacted({ ...shown, tokensLeft: 3 })).toMatchObject({ id: shown.id, list: shown.list })
  })

  it('shows an actor by its name, and a function not at all', () => {
    expect(redacted({ ref: { id: 'live', sessionId: 'x:1' }, call: () => 1 })).toEqual({
      ref: 'the actor live',
      call: 'ƒ',
    })
  })
})
