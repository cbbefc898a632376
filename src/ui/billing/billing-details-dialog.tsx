import { Grid } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { BillingDetailsRef } from '../../machines/billing/billing-details.machine.ts'
import { shownLanguage, t } from '../../texts/t.ts'
import { Button } from '../parts/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../parts/dialog.tsx'
import { Form, FormError, SubmitButton, TextField } from '../parts/form.tsx'
import { SelectField } from '../parts/select-field.tsx'
import { SkeletonFields } from '../parts/skeletons.tsx'
import { countryName } from './format.ts'

/** S2.35: open while there is a form to fill in. */
export function BillingDetailsDialog({
  actor,
  submit,
}: {
  actor: BillingDetailsRef | undefined
  submit: string
}) {
  return actor ? <OpenDialog actor={actor} submit={submit} /> : null
}

function OpenDialog({ actor, submit }: { actor: BillingDetailsRef; submit: string }) {
  const loading = useSelector(actor, (form) => form.hasTag('loading'))
  const busy = useSelector(actor, (form) => form.hasTag('busy'))
  const close = () => actor.send({ type: 'form.closed' })
  return (
    <Dialog
      open
      locked={busy}
      title={t('Billing details')}
      form={actor}
      description={t('Shown on your invoices and receipts.')}
      size="2xl"
      onClose={close}
    >
      <Form actor={actor} gap="0">
        <DialogBody display="grid" gap="4">
          <FormError />
          {loading ? <SkeletonFields count={5} /> : <BillingFields actor={actor} />}
        </DialogBody>
        <DialogFooter>
          <Button onClick={close} disabled={busy}>
            {t('Cancel')}
          </Button>
          <SubmitButton busy={t('Saving…')} disabled={busy || loading}>
            {submit}
          </SubmitButton>
        </DialogFooter>
      </Form>
    </Dialog>
  )
}

/** S3.5, in the order of an address. */
function BillingFields({ actor }: { actor: BillingDetailsRef }) {
  const countries = useSelector(actor, ({ context }) => context.countries)
  const options = countries
    .map((code) => ({ value: code, label: countryName(code) }))
    .sort((one, other) => one.label.localeCompare(other.label, shownLanguage()))
  return (
    <Grid templateColumns={{ base: '1fr', md: '1fr 1fr' }} gap="4">
      <TextField name="name" label={t('Name')} autoComplete="name" maxLength={200} required autoFocus />
      <TextField name="email" label={t('Email')} type="email" autoComplete="email" maxLength={254} required />
      <TextField
        name="company"
        label={t('Company')}
        aside={t('Optional')}
        autoComplete="organization"
        maxLength={200}
      />
      <TextField name="tax_id" label={t('Tax ID')} aside={t('Optional')} maxLength={40} />
      <TextField
        name="address_line1"
        label={t('Address line 1')}
        autoComplete="address-line1"
        maxLength={200}
        required
      />
      <TextField
        name="address_line2"
        label={t('Address line 2')}
        aside={t('Optional')}
        autoComplete="address-line2"
        maxLength={200}
      />
      <TextField
        name="postal_code"
        label={t('Postal code')}
        autoComplete="postal-code"
        maxLength={20}
        required
      />
      <TextField name="city" label={t('City')} autoComplete="address-level2" maxLength={200} required />
      <TextField
        name="state"
        label={t('State')}
        aside={t('Optional')}
        autoComplete="address-level1"
        maxLength={100}
      />
      <SelectField
        name="country"
        label={t('Country')}
        autoComplete="country"
        placeholder={t('Choose a country')}
        options={options}
        required
      />
      <TextField name="phone" label={t('Phone')} aside={t('Optional')} autoComplete="tel" maxLength={40} />
    </Grid>
  )
}
