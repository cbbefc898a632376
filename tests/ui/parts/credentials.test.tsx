import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { KeyFacts } from '../../../src/ui/parts/credentials.tsx'
import { draw } from '../../harness/view.tsx'

it.each([
  [null, 'does not expire'],
  ['9999-01-31T12:00:00.000Z', 'until Jan 31, 9999'],
  ['2020-01-31T12:00:00.000Z', 'expired on Jan 31, 2020'],
])('a key that expires at %s says: %s', async (expires_at, says) => {
  const { unmount } = await draw(
    <p>
      <KeyFacts prefix="lk_abcdef" expires_at={expires_at} last_used_at={null} />
    </p>,
  )
  await expect.element(page.getByText(`lk_abcdef… · ${says} · never used`)).toBeVisible()
  await unmount()
})
