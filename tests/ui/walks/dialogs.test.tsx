import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { pictureMachine } from '../../../src/machines/assistants/picture.machine.ts'
import { billingDetailsMachine } from '../../../src/machines/billing/billing-details.machine.ts'
import { importFaqMachine } from '../../../src/machines/knowledge/import-faq.machine.ts'
import { BillingDetailsDialog } from '../../../src/ui/billing/billing-details-dialog.tsx'
import { ImportFaqDialog } from '../../../src/ui/knowledge/knowledge-base/import-faq-dialog.tsx'
import { PictureField } from '../../../src/ui/parts/picture-field.tsx'
import { Started } from '../../harness/stage.tsx'
import { billingDetailsModel } from '../../machines/billing.model.ts'
import { importFaqModel } from '../../machines/knowledge-forms.model.ts'
import { pictureModel } from '../../machines/picture.model.ts'
import { alertIs, walkView } from './walk.tsx'
import { dialog } from './walk-form.tsx'

const inDialog = (name: string | RegExp) => page.getByRole('dialog').getByRole('button', { name })
const dialogSays = (text: string) => expect.element(page.getByRole('dialog')).toMatchTextContent(text)
const isClosed = () => expect.element(page.getByRole('dialog')).not.toBeInTheDocument()

const approved = () => page.getByRole('dialog').getByRole('checkbox')

/** [S2.12] */
walkView({
  machine: importFaqMachine,
  model: {
    ...importFaqModel,
    // A box is ticked once.
    events: (snapshot) =>
      importFaqModel
        .events(snapshot)
        .filter(({ type }) => type !== 'approval.changed' || !snapshot.context.approved),
  },
  scene: (importFaq) => ({
    view: <Started machine={importFaq}>{(actor) => <ImportFaqDialog actor={actor} />}</Started>,
  }),
  heard: ['import.opened'],
  does: {
    'file.chosen': () => page.getByLabelText('CSV file').upload(new File(['When?,At nine.'], 'faq.csv')),
    'approval.changed': () => approved().click(),
    'import.confirmed': () => inDialog('Import').last().click(),
    'import.closed': () =>
      page
        .getByRole('dialog')
        .getByRole('button', { name: /^(Cancel|Close)$/ })
        .last()
        .click(),
  },
  sees: {
    'importFaq.closed': isClosed,
    'importFaq.choosing': async ({ context }) => {
      await expect.element(page.getByLabelText('CSV file')).toBeEnabled()
      await alertIs(page.getByRole('dialog'), context.error)
    },
    'importFaq.reading': () => expect.element(page.getByLabelText('CSV file')).toBeDisabled(),
    'importFaq.previewed': async ({ context }) => {
      if (context.approved) await expect.element(approved()).toBeChecked()
      else await expect.element(approved()).not.toBeChecked()
      await dialogSays('can be imported.')
    },
    'importFaq.importing': () => expect.element(inDialog('Importing…')).toBeDisabled(),
    'importFaq.imported': () => dialogSays('1 question imported.'),
  },
})

const photo = dialog('Your photo')
const remove = () => page.getByRole('main').getByRole('button', { name: 'Remove' })

/** [S7.photo] */
walkView({
  machine: pictureMachine,
  model: {
    ...pictureModel,
    events: (snapshot) =>
      pictureModel
        .events(snapshot)
        .filter((event) => !('framing' in event) || event.framing !== snapshot.context.framing),
  },
  scene: (picture) => ({
    view: (
      <Started machine={picture} input={pictureModel.input}>
        {(actor) => (
          <PictureField actor={actor} noun="photo" present hint="PNG">
            <span />
          </PictureField>
        )}
      </Started>
    ),
  }),
  does: {
    'picture.chosen': ({ picture: { name, type, size } }) =>
      page.getByLabelText('Choose a photo').upload(new File([new Uint8Array(size)], name, { type })),
    'framing.picked': () => photo().getByLabelText('Fit the whole picture').click(),
    'picture.accepted': () => photo().getByRole('button', { name: 'Save photo' }).click(),
    'picture.dismissed': () => photo().getByRole('button', { name: 'Cancel' }).click(),
    'picture.removed': () => remove().click(),
  },
  sees: {
    'picture.idle': async ({ context }) => {
      await expect.element(photo()).not.toBeInTheDocument()
      await expect.element(page.getByRole('main').getByRole('button', { name: 'Change photo' })).toBeEnabled()
      await alertIs(page.getByRole('main'), context.error)
    },
    'picture.framing': async ({ context }) => {
      await expect.element(photo().getByAltText('Preview')).toBeInTheDocument()
      await alertIs(photo(), context.error)
    },
    'picture.sending': () => expect.element(photo().getByRole('button', { name: 'Saving…' })).toBeDisabled(),
    'picture.removing': () => expect.element(remove()).toBeDisabled(),
  },
})

const details = dialog('Billing details')

/** [S5.3] [S8.11] */
walkView({
  machine: billingDetailsMachine,
  model: billingDetailsModel,
  scene: (billingDetails) => ({
    view: (
      <Started machine={billingDetails} input={billingDetailsModel.input}>
        {(actor) => <BillingDetailsDialog actor={actor} submit="Save and continue" />}
      </Started>
    ),
  }),
  does: {
    'field.changed': ({ value }) => details().getByLabelText('Name', { exact: true }).fill(value),
    'form.submitted': () => details().getByRole('button', { name: 'Save and continue' }).click(),
    'form.closed': () => details().getByRole('button', { name: 'Cancel' }).click(),
  },
  sees: {
    'billingDetails.loading': () => expect.element(details()).toBeVisible(),
    'billingDetails.editing': async ({ context: { values, fieldErrors } }) => {
      await expect.element(details().getByLabelText('Name', { exact: true })).toHaveValue(values.name)
      for (const text of Object.values(fieldErrors)) await dialogSays(String(text))
    },
    'billingDetails.saving': () =>
      expect.element(details().getByRole('button', { name: 'Saving…' })).toBeDisabled(),
  },
})
