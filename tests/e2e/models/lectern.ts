import type { Page } from '@playwright/test'
import { expect } from '../test.ts'

export interface Person {
  readonly email: string
  readonly password: string
}

export const newPerson = (): Person => ({
  email: `ada.${crypto.randomUUID().slice(0, 8)}@northwind.example`,
  password: 'Analytical-Engine-1843',
})

/** By the menu, until it is loaded: the button of a page that loads makes room for that of an empty one. */
async function goToList(page: Page, name: 'Knowledge Bases' | 'Integrations') {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0)
}

const documentOf = (page: Page, name: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: name })

/** What a person does, in their words. */
export const lectern = (page: Page) => ({
  async register(person: Person) {
    await page.goto('/register')
    await this.fillRegistration(person)
  },

  async fillRegistration({ email, password }: Person) {
    await page.getByLabel('First name').fill('Ada')
    await page.getByLabel('Last name').fill('Lovelace')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByLabel('Confirm password').fill(password)
    await page.getByRole('button', { name: 'Create account' }).click()
  },

  async logIn({ email, password }: Person) {
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Log in' }).click()
  },

  async pickInAccountMenu(name: string) {
    const entry = page.getByRole('menuitem', { name, exact: true })
    // A screen that comes just now takes the focus, and the menu closes.
    await expect(async () => {
      if (!(await entry.isVisible())) await page.getByRole('button', { name: 'Your account' }).click()
      await entry.click({ timeout: 3000 })
    }).toPass()
  },

  /** Into the organization's settings, and not saved. */
  async typeUnsaved() {
    await this.pickInAccountMenu('Organization')
    await page.getByLabel('Organization Name').fill('Typed and not saved')
  },

  async logOut() {
    await this.pickInAccountMenu('Log out')
    await expect(page.getByRole('heading', { name: 'Welcome back.' })).toBeVisible()
  },

  async nameOrganization(name: string) {
    await page.getByLabel('Organization Name').fill(name)
    await page.getByRole('button', { name: 'Create Organization' }).click()
    await expect(page.getByRole('heading', { name: 'Integrations' })).toBeVisible()
  },

  async createKnowledgeBase(name: string) {
    await goToList(page, 'Knowledge Bases')
    await page.getByRole('button', { name: 'New knowledge base' }).first().click()
    await page.getByLabel('Name').fill(name)
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  },

  async addDocuments(...files: readonly { name: string; mimeType: string; buffer: Buffer }[]) {
    await page.getByLabel('Choose files').setInputFiles([...files])
  },

  document: (name: string) => documentOf(page, name),

  /** Reading takes as long as the machine is busy. */
  async documentIsReady(name: string) {
    await expect(documentOf(page, name)).toContainText('Ready')
  },

  async switchTo(name: string) {
    await page.getByRole('button', { name: /^Organization: / }).click()
    await page.getByRole('combobox', { name: 'Search organizations' }).fill(name)
    await page.keyboard.press('Enter')
  },

  async createIntegration(name: string) {
    await goToList(page, 'Integrations')
    await page.getByRole('button', { name: 'New integration' }).first().click()
    await page.getByLabel('Name').fill(name)
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(page.getByLabel('Your question')).toBeVisible()
  },

  async ask(question: string) {
    await page.getByLabel('Your question').fill(question)
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
  },
})
