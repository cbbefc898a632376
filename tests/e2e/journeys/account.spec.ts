import { expect } from '../gateway.ts'
import { lectern, newPerson } from '../models/lectern.ts'
import { returnsPolicy } from '../samples.ts'
import { journey } from './journey.ts'

journey(
  {
    id: 'sign-in',
    title: 'Sign in for the first time',
    question: 'What happens between the registration form and the first screen?',
    answer:
      'The account is created and signed in at once. Somebody without an organization names one first; then the home opens in it, and its socket is connected.',
    lanes: ['register', 'session', 'navigation', 'organizations', 'createOrganization', 'socket'],
  },
  async ({ page, step }) => {
    const user = lectern(page)
    await step('Ada opens the registration', async () => {
      await page.goto('/register')
      await expect(page.getByRole('button', { name: 'Create account' })).toBeEnabled()
    })
    await step('She fills in the form and creates her account', async () => {
      await user.fillRegistration(newPerson())
      await expect(page.getByLabel('Organization Name')).toBeVisible()
    })
    await step('She names her organization', () => user.nameOrganization('Northwind Boots'))
    await step('She logs out', () => user.logOut())
  },
)

journey(
  {
    id: 'session-expires',
    title: 'The session expires over a question',
    question: 'What happens to my question when the session expires?',
    answer:
      'Log-in says that the session has expired, and leads back to the same assistant. The question that was asked before is there with its answer; the one that was being typed is there as it was left.',
    lanes: ['session', 'navigation', 'conversation', 'logIn', 'socket'],
  },
  async ({ page, gateway, step }) => {
    await page.clock.install()
    const user = lectern(page)
    const ada = newPerson()
    await user.register(ada)
    await user.nameOrganization('Northwind Boots')
    await user.createKnowledgeBase('Returns and repairs')
    await user.addDocuments(await returnsPolicy())
    await user.documentIsReady('Returns policy.pdf')
    await user.createIntegration('Returns helper')
    await step('Ada asks her assistant', async () => {
      await user.ask('How many days do I have to return boots?')
      await expect(page.getByRole('log', { name: 'Conversation' })).toContainText('within 30 days')
      await expect(page.getByRole('button', { name: 'Stop' })).toBeHidden()
    })
    await step('She types the next question', () =>
      page.getByLabel('Your question').fill('And what does a repair cost?'),
    )
    gateway.answer(({ path }) =>
      path === '/api/v1/refresh'
        ? { status: 400, body: { detail: 'Please log in again.', code: 'invalid_token' } }
        : null,
    )
    await step('Her session ends: the server renews her tokens no more', async () => {
      await page.clock.fastForward('20:00')
      await expect(page.getByText('Your session has expired. Please log in again.')).toBeVisible()
    })
    gateway.answer(() => null)
    await step('She logs in again', async () => {
      await user.logIn(ada)
      await expect(
        page.getByRole('heading', { name: 'How many days do I have to return boots?' }),
      ).toBeVisible()
      await expect(page.getByLabel('Your question')).toHaveValue('And what does a repair cost?')
    })
  },
)
