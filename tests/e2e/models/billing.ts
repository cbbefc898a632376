import type { Page } from '@playwright/test'

const DETAILS = {
  name: 'Ada Holm',
  email: 'ada@northwind.example',
  address: 'Quay 1',
  postalCode: '5003',
  city: 'Bergen',
  country: 'NO',
}

/** What a person does who pays, in their words. */
export const billing = (page: Page) => ({
  choose: (plan: string) => page.getByRole('radio', { name: new RegExp(`^${plan}`) }).check(),
  continue: () => page.getByRole('button', { name: 'Continue' }).click(),
  async fillIn(changes: Partial<typeof DETAILS>) {
    const { name, email, address, postalCode, city, country } = { ...DETAILS, ...changes }
    const dialog = page.getByRole('dialog', { name: 'Billing details' })
    await dialog.getByLabel('Name', { exact: true }).fill(name)
    await dialog.getByLabel('Email').fill(email)
    await dialog.getByLabel('Address line 1').fill(address)
    await dialog.getByLabel('Postal code').fill(postalCode)
    await dialog.getByLabel('City').fill(city)
    await dialog.getByLabel('Country').selectOption(country)
  },
})
