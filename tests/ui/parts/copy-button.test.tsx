import { afterEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import '../../../src/ui/theme/base.css'
import { CopyLink } from '../../../src/ui/organizations/team/copy-link.tsx'
import { Secret } from '../../../src/ui/parts/secret.tsx'
import { openStage } from '../../harness/stage.tsx'

const LINK = 'https://lectern.example/invitation#abc'
const REFUSED = 'It could not be copied. Select the text and copy it yourself.'

afterEach(() => vi.restoreAllMocks())

it('says that a text was copied, until the button is left', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const stage = await openStage({ view: <CopyLink link={LINK} of="Ben" /> })
  const button = page.getByRole('main').getByRole('button')
  await button.click()
  await expect.element(button).toHaveAccessibleName('The link for Ben is copied')
  expect(write).toHaveBeenCalledWith(LINK)
  ;(button.element() as HTMLElement).blur()
  await expect.element(button).toHaveAccessibleName('Copy the link for Ben')
  await stage.close()
})

describe.each([
  ['refuses', () => vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))],
  ['has no clipboard', () => vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as never)],
])('if the browser %s', (_, refuse) => {
  it('a link that was not shown can be selected', async () => {
    refuse()
    const stage = await openStage({ view: <CopyLink link={LINK} of="Ben" /> })
    await page.getByRole('button', { name: 'Copy the link for Ben' }).click()
    await expect.element(page.getByRole('alert')).toMatchTextContent(REFUSED)
    const text = page.getByRole('textbox', { name: 'Text to copy' })
    await text.click()
    await expect.element(text).toHaveValue(LINK)
    expect(String(getSelection())).toBe(LINK)
    await stage.close()
  })

  it('a secret that is shown is not shown twice', async () => {
    refuse()
    const stage = await openStage({ view: <Secret label="Key" text="sk-1" /> })
    await page.getByRole('button', { name: 'Copy' }).click()
    await expect.element(page.getByRole('alert')).toMatchTextContent(REFUSED)
    expect(page.getByText('sk-1').all()).toHaveLength(1)
    await stage.close()
  })
})
