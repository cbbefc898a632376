import type { Page } from '@playwright/test'
import type { WebSource } from '../../../src/services/contract/sources.ts'
import type { Ids } from './addresses.ts'

/** A text of the interface in the language that is shown. */
export type Say = (english: string) => string

interface State {
  readonly path: (ids: Ids) => string
  /** From the opened page to the state. */
  readonly reach: (page: Page, say: Say) => Promise<unknown>
  /** Only where the window has a sidebar, or has none. */
  readonly sidebar?: boolean
}

const QUESTION = 'How long can I return boots that I have not worn?'

const OVER_PAGE =
  '[role=dialog]:visible, [role=alertdialog]:visible, [role=menu]:visible, [role=listbox]:visible'

/** What a button opens over the page. */
const press = (name: string) => async (page: Page, say: Say) => {
  await page
    .getByRole('button', { name: say(name) })
    .first()
    .click()
  await page.locator(OVER_PAGE).last().waitFor()
}

/** An entry of a menu that opens a dialog. */
const choose = (menu: string, entry: string) => async (page: Page, say: Say) => {
  await press(menu)(page, say)
  await page.getByRole('menuitem', { name: say(entry) }).click()
  await page.getByRole('dialog').waitFor()
}

const pressFirst = (selector: string) => async (page: Page) => {
  await page.locator(selector).first().click()
  await page.locator(OVER_PAGE).last().waitFor()
}

const pressKeys = (keys: string) => async (page: Page) => {
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press(keys)
  await page.locator(OVER_PAGE).last().waitFor()
}

async function search(page: Page) {
  await page.getByRole('searchbox').fill(QUESTION)
  await page.keyboard.press('Enter')
}

/** What is kept about somebody who has asked for a person. */
async function lookUp(page: Page, say: Say) {
  await page.getByLabel(say('Email address or ID')).fill('grace@customers.example')
  await page.keyboard.press('Enter')
  const list = page.getByRole('list', { name: say('Deleted on erasure') })
  await list.waitFor()
  await list.scrollIntoViewIfNeeded()
}

/** Of a list of conversations. */
async function openFirst(page: Page, say: Say) {
  await page
    .getByRole('list', { name: say('Conversations') })
    .getByRole('link')
    .first()
    .click()
  await page.getByRole('article').first().waitFor()
}

const playground = ({ integrationId }: Ids) => `/integrations/${integrationId}`
const knowledgeBase = ({ id }: Ids) => `/knowledge-bases/${id}`

async function ask(page: Page, say: Say, question = QUESTION) {
  await page.getByLabel(say('Your question')).fill(question)
  await page.getByRole('button', { name: say('Ask'), exact: true }).click()
}

/** In a conversation of its own: what others left would be shown, too, as far as there is room. */
async function answered(page: Page, say: Say, question?: string) {
  const begin = page.getByRole('button', { name: say('New'), exact: true })
  if (await begin.isVisible()) await begin.click()
  await ask(page, say, question)
  await page.getByRole('button', { name: say('Copy'), exact: true }).waitFor()
}

/** The socket says nothing after so many frames. */
const silentAfter = (frames: number) => async (page: Page, say: Say) => {
  await page.routeWebSocket('**/api/ws/integrations/**', (socket) => {
    let left = frames
    socket.connectToServer().onMessage((frame) => {
      if (!String(frame).includes('token') || left-- > 0) socket.send(frame)
    })
  })
  await page.reload()
  await ask(page, say)
  await page.getByRole('button', { name: say('Stop') }).waitFor()
}

/** A plan that is paid by card; the demo pays for none. */
const renewalIs = (state: 'renewing' | 'past_due') => async (page: Page, say: Say) => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const end = inDays(state === 'past_due' ? -1 : 20)
  const renewal = {
    state,
    charged_at: state === 'past_due' ? inDays(1) : end,
    amount: 9900,
    card: { brand: 'visa', last4: '4242', expires: '2031-07' },
    test: false,
    ends_at: state === 'past_due' ? inDays(6) : null,
  }
  await page.route('**/api/v1/subscription/current?*', async (route) => {
    const json = await (await route.fetch()).json()
    const paid = { plan_id: 'pro', status: 'paid', interval: 'month', seats: 10, trial_end_date: null }
    await route.fulfill({
      json: { ...json, ...paid, period_end: end, renewable: state === 'past_due', renewal },
    })
  })
  // The team has taken all of its seats.
  await page.route('**/api/v1/organizations/*/usage', async (route) => {
    const json = await (await route.fetch()).json()
    const meters = json.meters.map((meter: { key: string }) =>
      meter.key === 'members' ? { ...meter, used: 25, limit: 25 } : meter,
    )
    await route.fulfill({ json: { ...json, meters } })
  })
  await page.reload()
  await page.getByRole('button', { name: say('Change card') }).waitFor()
}

const SITE = 'https://help.example.com/'

/** Of a site that is a source; the demo reads none. */
async function changeRules(page: Page, say: Say) {
  const at = new Date().toISOString()
  const site: WebSource = {
    id: 's-1',
    knowledge_base_id: 'kb-1',
    kind: 'site',
    url: SITE,
    depth: 2,
    pages_max: 100,
    include: ['/docs'],
    exclude: ['/docs/archive', '/*.pdf$'],
    files: false,
    refresh: 'weekly',
    mail_on_failure: true,
    status: 'ready',
    progress: null,
    error: null,
    report: null,
    pages: 42,
    missing: 0,
    last_read_at: at,
    next_at: at,
    created_at: at,
  }
  await page.route('**/api/v1/knowledge-bases/*/sources', (route) => route.fulfill({ json: [site] }))
  await page.reload()
  await page.getByRole('button', { name: say('Change {url}').replace('{url}', SITE) }).click()
  await page.getByText(say('Which pages'), { exact: true }).click()
}

/** What is laid over a page, and what a page becomes by what somebody does. */
export const STATES: Readonly<Record<string, State>> = {
  answer: { path: playground, reach: (page, say) => answered(page, say) },
  'answer-refused': {
    path: playground,
    reach: (page, say) => answered(page, say, 'Who won the football world cup of 1954?'),
  },
  'answer-feedback': {
    path: playground,
    reach: async (page, say) => {
      await answered(page, say)
      await page
        .getByRole('button', { name: say('Bad answer') })
        .last()
        .click()
    },
  },
  reader: {
    path: playground,
    reach: async (page, say) => {
      await answered(page, say)
      await page
        .getByRole('button', {
          name: new RegExp(`^${say('Source {n}: {document_name}').split(' ', 1)[0]} 1`),
        })
        .last()
        .click()
      await page.locator('[data-cited]').waitFor()
    },
  },
  'visitor-answer': {
    path: ({ integrationId }) => `/share/integration/${integrationId}`,
    reach: (page, say) => answered(page, say),
  },
  'search-results': {
    path: (ids) => `${playground(ids)}/search`,
    reach: async (page) => {
      await search(page)
      await page.getByRole('main').locator('mark').first().waitFor()
    },
  },
  'search-explained': {
    path: (ids) => `${playground(ids)}/search`,
    reach: async (page, say) => {
      await search(page)
      await page.getByLabel(say('Document')).last().selectOption({ index: 1 })
      await page
        .getByRole('list', { name: say('Passages') })
        .getByRole('button')
        .first()
        .click()
      await page.getByText(say('By meaning'), { exact: true }).waitFor()
    },
  },
  'retrieval-results': {
    path: (ids) => `${knowledgeBase(ids)}/test`,
    reach: async (page, say) => {
      await search(page)
      await page.getByRole('list', { name: say('Found') }).waitFor()
    },
  },
  'side-by-side': {
    path: (ids) => `${playground(ids)}?answers=both`,
    reach: async (page, say) => {
      await page.getByLabel(say('Your question')).fill(QUESTION)
      await page.getByRole('button', { name: say('Ask both') }).click()
      await page
        .getByRole('button', { name: say('Copy'), exact: true })
        .last()
        .waitFor()
    },
  },
  'new-integration': { path: () => '/integrations', reach: press('New integration') },
  'new-knowledge-base': { path: () => '/knowledge-bases', reach: press('New knowledge base') },
  'knowledge-base-delete': { path: knowledgeBase, reach: press('Delete') },
  'knowledge-base-add-page': { path: knowledgeBase, reach: choose('Add source', 'Web pages') },
  ...Object.fromEntries(
    ['Confluence', 'GitHub', 'Notion', 'S3'].map((service) => [
      `knowledge-base-connect-${service.toLowerCase()}`,
      { path: knowledgeBase, reach: choose('Add source', service) },
    ]),
  ),
  'knowledge-base-write': { path: knowledgeBase, reach: press('Write text') },
  'knowledge-base-question': { path: knowledgeBase, reach: press('Add a question') },
  'knowledge-base-import': { path: knowledgeBase, reach: press('Import questions') },
  'document-open': { path: knowledgeBase, reach: pressFirst('[data-document] button') },
  'document-menu': { path: knowledgeBase, reach: pressFirst('[data-document] [aria-haspopup=menu]') },
  'documents-selected': {
    path: knowledgeBase,
    reach: (page) => page.locator('[data-document]').first().getByRole('checkbox').check({ force: true }),
  },
  'golden-question': {
    path: (ids) => `${knowledgeBase(ids)}/golden-questions`,
    reach: press('Add a question'),
  },
  'conversation-open': { path: () => '/conversations', reach: openFirst },
  'improve-answer': {
    path: () => '/conversations',
    reach: async (page, say) => {
      await openFirst(page, say)
      await press('Improve this answer')(page, say)
    },
  },
  'inbox-conversation': { path: () => '/inbox', reach: openFirst },
  'inbox-resolved': { path: () => '/inbox?status=resolved', reach: openFirst },
  'filters-open': {
    path: () => '/conversations',
    reach: (page, say) => page.getByText(say('Filters'), { exact: true }).first().click(),
  },
  'close-gap': { path: () => '/analytics', reach: press('Write the answer') },
  invite: { path: () => '/team', reach: press('Invite people') },
  'new-group': { path: () => '/team', reach: press('New group') },
  'member-access': {
    path: () => '/team',
    reach: async (page, say) => {
      await page
        .getByRole('list', { name: say('Members') })
        .getByRole('button')
        .first()
        .click()
      await page.getByRole('menuitem', { name: say('Show what they can read') }).click()
      await page.getByRole('dialog').getByRole('listitem').first().waitFor()
    },
  },
  readers: {
    path: knowledgeBase,
    reach: async (page, say) => {
      await page.getByText(say('Readers'), { exact: true }).click()
      await page.getByRole('radio').last().check()
      await page.getByRole('dialog').getByRole('list').last().waitFor()
    },
  },
  'readers-of-documents': {
    path: knowledgeBase,
    reach: async (page, say) => {
      const entry = page.locator('[data-document]')
      await entry.first().locator('[aria-haspopup=menu]').click()
      await page.getByRole('menuitem', { name: say('Readers') }).click()
      await page.getByRole('radio').last().check()
      await page.getByRole('button', { name: say('Save readers') }).click()
      await entry.filter({ hasText: say('Restricted') }).waitFor()
      await entry.getByRole('checkbox').nth(1).click({ force: true })
      await page.getByRole('button', { name: say('Clear selection') }).scrollIntoViewIfNeeded()
    },
  },
  'new-api-key': { path: () => '/settings/api-keys', reach: press('New API key') },
  'new-channel': {
    path: () => '/settings/channels',
    reach: async (page) => {
      await page.getByRole('button', { name: /Slack/ }).first().click()
      await page.locator(OVER_PAGE).last().waitFor()
    },
  },
  'new-mailbox': {
    path: () => '/settings/channels',
    reach: async (page, say) => {
      await page
        .getByRole('button', { name: say('Email') })
        .first()
        .click()
      await page.locator(OVER_PAGE).last().waitFor()
    },
  },
  'new-webhook': { path: () => '/settings/webhooks', reach: press('New webhook') },
  'change-password': { path: () => '/security', reach: press('Change password') },
  'two-factor': { path: () => '/security', reach: press('Turn on') },
  'delete-account': { path: () => '/security', reach: press('Delete account') },
  'change-email': { path: () => '/profile', reach: press('Change address') },
  'retention-counted': {
    path: () => '/settings/organization',
    reach: async (page, say) => {
      await page.getByLabel(say('Keep conversations')).selectOption('7')
      await page.getByRole('button', { name: say('Add an exception') }).click()
      await page.getByText(/\d/).and(page.getByRole('status')).last().waitFor()
      await page.getByRole('button', { name: say('Save rules') }).scrollIntoViewIfNeeded()
    },
  },
  'person-found': { path: () => '/settings/privacy', reach: lookUp },
  'erase-person': {
    path: () => '/settings/privacy',
    reach: async (page, say) => {
      await lookUp(page, say)
      await page.getByRole('button', { name: say('Erase'), exact: true }).click()
    },
  },
  'delete-organization': { path: () => '/settings/organization', reach: press('Delete organization') },
  'billing-details': { path: () => '/payment', reach: press('Add details') },
  'plan-renews': {
    path: () => '/pricing',
    reach: async (page, say) => {
      await page.getByRole('radio', { name: /^Pro/ }).check({ force: true })
      await page.getByRole('spinbutton').fill('10')
      await page.getByRole('checkbox', { name: new RegExp(`^${say('Renew automatically')}`) }).check()
    },
  },
  renewing: { path: () => '/settings/subscription', reach: renewalIs('renewing') },
  'past-due': { path: () => '/settings/subscription', reach: renewalIs('past_due') },
  'stop-renewal': {
    path: () => '/settings/subscription',
    reach: async (page, say) => {
      await renewalIs('renewing')(page, say)
      await page.getByRole('button', { name: say('Stop renewal') }).click()
    },
  },
  'new-provider': { path: () => '/settings/models', reach: press('Add provider') },
  'set-provider': { path: () => '/settings/single-sign-on', reach: press('Add provider') },
  'new-domain': { path: () => '/settings/single-sign-on', reach: press('Add domain') },
  'new-token': { path: () => '/settings/single-sign-on', reach: press('New token') },
  unsaved: {
    path: () => '/settings',
    reach: (page, say) => page.getByLabel(say('Job title')).fill('Head of boots'),
  },
  upgrade: {
    path: () => '/pricing',
    reach: async (page, say) => {
      await page.getByRole('radio').last().check({ force: true })
      await page
        .getByRole('button', { name: say('Continue') })
        .first()
        .click()
    },
  },
  palette: { path: () => '/usage', reach: pressKeys('Control+k') },
  shortcuts: { path: () => '/usage', reach: pressKeys('?') },
  feedback: { path: () => '/usage', reach: press('Send feedback'), sidebar: true },
  'account-menu': { path: () => '/usage', reach: press('Your account'), sidebar: true },
  notifications: { path: () => '/usage', reach: press('Notifications') },
  organizations: {
    sidebar: true,
    path: () => '/usage',
    reach: (page) =>
      page
        .getByRole('button', { name: /^Organi[sz]ation: / })
        .first()
        .click(),
  },
  'create-organization': {
    sidebar: true,
    path: () => '/usage',
    reach: async (page, say) => {
      await page
        .getByRole('button', { name: /^Organi[sz]ation: / })
        .first()
        .click()
      await page.getByRole('option', { name: say('Create Organization') }).click()
      await page.getByRole('dialog').last().waitFor()
    },
  },
  menu: { path: () => '/usage', reach: press('Open menu'), sidebar: false },
  // What is mocked for these stays so: they are last.
  'knowledge-base-rules': { path: knowledgeBase, reach: changeRules },
  'inbox-unoffered': {
    path: () => '/inbox',
    reach: async (page) => {
      await page.route('**/api/v1/organizations/*/inbox*', (route) =>
        route.fulfill({ status: 404, json: { detail: 'Not Found' } }),
      )
      await page.reload()
      await page.getByText(/./).and(page.getByRole('status')).first().waitFor()
    },
  },
  'answer-thinking': { path: playground, reach: silentAfter(0) },
  'answer-streaming': { path: playground, reach: silentAfter(2) },
}
