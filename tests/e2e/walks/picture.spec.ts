import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { pictureMachine } from '../../../src/machines/picture/picture.machine.ts'
import { PHOTO_BYTES_MAX } from '../../../src/services/contract/accounts.ts'
import { unanswered } from '../../machines/form.model.ts'
import { PICTURE, pictureModel } from '../../machines/picture.model.ts'
import { expect } from '../gateway.ts'
import { enrolled } from '../models/accounts.ts'
import { walkInBrowser } from './walk.ts'

const PHOTO = '/api/v1/users/me/photo'
const wide = { width: 40, height: 20, channels: 3, background: 'tomato' } as const
const DRAWABLE = await sharp({ create: wide }).png().toBuffer()

const BROKEN = { ...PICTURE, name: 'broken.png' }
const TOO_LARGE = { ...PICTURE, size: PHOTO_BYTES_MAX + 1 }

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Your photo' })
const main = (page: Page) => page.getByRole('main')

/** [S7.photo] */
walkInBrowser({
  machine: pictureMachine,
  model: {
    ...pictureModel,
    input: { id: 'u1', bytesMax: PHOTO_BYTES_MAX },
    events: (snapshot) => [
      ...pictureModel
        .events(snapshot)
        .filter((event) => !('picture' in event) || event.picture.size <= PICTURE.size)
        .filter((event) => !('framing' in event) || event.framing !== snapshot.context.framing),
      ...[BROKEN, TOO_LARGE].map((picture) => ({ type: 'picture.chosen', picture })),
    ],
    // What is in the file decides, and is chosen before.
    answers: (snapshot) => ({
      ...pictureModel.answers?.(snapshot),
      readPicture: snapshot.context.picture?.name === BROKEN.name ? [unanswered] : ['blob:1'],
    }),
  },
  holds: ({ path }) => path === PHOTO,
  open: async ({ page, server }) => {
    await enrolled(page, server, 'Northwind Boots')
    // There is one that can be removed, whatever became of the one before.
    await page.route('**/api/v1/users/me', async (route) => {
      const response = await route.fetch()
      const profile_picture_url = `data:image/png;base64,${DRAWABLE.toString('base64')}`
      await route.fulfill({ response, json: { ...(await response.json()), profile_picture_url } })
    })
    await page.goto('/profile')
  },
  does: {
    'picture.chosen': ({ page }, { picture: { name, type: mimeType, size } }) =>
      page.getByLabel('Choose a photo').setInputFiles({
        name,
        mimeType,
        buffer:
          size > PHOTO_BYTES_MAX ? Buffer.alloc(size) : name === BROKEN.name ? Buffer.alloc(9) : DRAWABLE,
      }),
    'framing.picked': ({ page }) => dialog(page).getByLabel('Fit all of it in').check(),
    'picture.accepted': ({ page }) => dialog(page).getByRole('button', { name: 'Save photo' }).click(),
    'picture.dismissed': ({ page }) => dialog(page).getByRole('button', { name: 'Cancel' }).click(),
    'picture.removed': ({ page }) => main(page).getByRole('button', { name: 'Remove', exact: true }).click(),
    // The browser reads by itself.
    'xstate.done.actor.readPicture': async () => {},
    'xstate.error.actor.readPicture': async () => {},
    'xstate.done.actor.sendPicture': ({ network }) => network.answer(null, `POST ${PHOTO}`),
    'xstate.error.actor.sendPicture': ({ network }) => network.answer({ status: 500 }, `POST ${PHOTO}`),
    'xstate.done.actor.removePicture': ({ network }) => network.answer(null, `DELETE ${PHOTO}`),
    'xstate.error.actor.removePicture': ({ network }) => network.answer({ status: 500 }, `DELETE ${PHOTO}`),
  },
  sees: {
    'picture.idle': async ({ page }, { context }) => {
      await expect(dialog(page)).toBeHidden()
      await expect(main(page).getByRole('button', { name: 'Change photo' })).toBeEnabled()
      await expect(main(page).getByRole('alert')).toHaveText(context.error ? [context.error] : [])
    },
    'picture.framing': async ({ page }, { context }) => {
      await expect(dialog(page).getByAltText('How it will look')).toBeVisible()
      await expect(dialog(page).getByLabel('Fit all of it in')).toBeChecked({
        checked: context.framing === 'fit',
      })
      await expect(dialog(page).getByRole('alert')).toHaveText(context.error ? [context.error] : [])
    },
    'picture.sending': ({ page }) =>
      expect(dialog(page).getByRole('button', { name: 'Saving…' })).toBeDisabled(),
    'picture.removing': ({ page }) =>
      expect(main(page).getByRole('button', { name: 'Remove', exact: true })).toBeDisabled(),
  },
})
