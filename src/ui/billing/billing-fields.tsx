import { Grid } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { BillingDetailsRef } from '../../machines/billing-details/billing-details.machine.ts'
import { TextField } from '../parts/form.tsx'
import { SelectField } from '../parts/select-field.tsx'
import { countryName } from './countries.ts'

/** S3.5, in the order of an address. */
export function BillingFields({ actor }: { actor: BillingDetailsRef }) {
  const countries = useSelector(actor, ({ context }) => context.countries)
  const options = countries
    .map((code) => ({ value: code, label: countryName(code) }))
    .sort((one, other) => one.label.localeCompare(other.label, 'en'))
  return (
    <Grid templateColumns={{ base: '1fr', md: '1fr 1fr' }} gap="4">
      <TextField name="name" label="Name" autoComplete="name" maxLength={200} required autoFocus />
      <TextField name="email" label="Email" type="email" autoComplete="email" maxLength={254} required />
      <TextField
        name="company"
        label="Company"
        aside="optional"
        autoComplete="organization"
        maxLength={200}
      />
      <TextField name="tax_id" label="Tax ID" aside="optional" maxLength={40} />
      <TextField
        name="address_line1"
        label="Address line 1"
        autoComplete="address-line1"
        maxLength={200}
        required
      />
      <TextField
        name="address_line2"
        label="Address line 2"
        aside="optional"
        autoComplete="address-line2"
        maxLength={200}
      />
      <TextField name="postal_code" label="Postal code" autoComplete="postal-code" maxLength={20} required />
      <TextField name="city" label="City" autoComplete="address-level2" maxLength={200} required />
      <TextField name="state" label="State" aside="optional" autoComplete="address-level1" maxLength={100} />
      <SelectField
        name="country"
        label="Country"
        autoComplete="country"
        placeholder="Choose a country"
        options={options}
        required
      />
      <TextField name="phone" label="Phone" aside="optional" autoComplete="tel" maxLength={40} />
    </Grid>
  )
}
