import { type ActorRefFrom, assign, fromPromise, setup } from 'xstate'
import type { Source, SourcePreview } from '../../services/contract/sources.ts'
import { t } from '../../texts/t.ts'
import { changesField, formActions, remembersFailure, withFieldErrors } from '../form/form.parts.ts'
import type { FieldErrors } from '../form/form.types.ts'
import { actionNotProvided, notProvided } from '../not-provided.ts'
import type { CrawlContext, CrawlEvent, CrawlValues } from './crawl.types.ts'

const blank = (knowledgeBaseId: string): CrawlContext => ({
  values: {
    knowledgeBaseId,
    kind: 'page',
    url: '',
    depth: 3,
    pagesMax: 100,
    include: '',
    exclude: '',
    files: false,
    refresh: 'never',
    mailOnFailure: false,
  },
  fieldErrors: {},
  error: null,
  refusals: 0,
  preview: null,
})

const isAddress = (url: string) => /^https?:\/\/[^\s/]+/i.test(url.trim())

const errorsOf = ({ url }: CrawlValues): FieldErrors =>
  isAddress(url) ? {} : { url: t('Enter an address that begins with https://.') }

/** The dialog that adds pages of the web: one page at once, a site after a preview of what would be read. */
export const crawlMachine = setup({
  types: {} as {
    context: CrawlContext
    events: CrawlEvent
    tags: 'open' | 'busy'
    children: { preview: 'preview'; addSource: 'addSource' }
  },
  actors: {
    preview: fromPromise<SourcePreview, CrawlValues>(notProvided('preview')),
    addSource: fromPromise<Source, CrawlValues>(notProvided('addSource')),
  },
  guards: {
    isWrong: ({ context }) => Object.keys(errorsOf(context.values)).length > 0,
    isOnePage: ({ context }) => context.values.kind === 'page',
    foundPages: (_, { found }: { found: SourcePreview }) => found.pages.length > 0,
  },
  actions: {
    refreshSources: actionNotProvided('refreshSources'),
    begin: assign((_, { knowledgeBaseId }: { knowledgeBaseId: string }) => blank(knowledgeBaseId)),
    ...formActions<CrawlContext, CrawlEvent>(
      ({ values }) => errorsOf(values),
      t('The address could not be read. Please try again.'),
    ),
    forgetPreview: assign({ preview: null }),
    keepPreview: assign({ preview: (_, { found }: { found: SourcePreview }) => found }),
    sayNothingFound: assign(({ context }, { found }: { found: SourcePreview }) =>
      withFieldErrors(context, {
        url: found.error
          ? `${found.error.message} ${found.error.hint}`
          : t('Your rules allow none of the pages found there.'),
      }),
    ),
    forgetDraft: assign(() => blank('')),
  },
}).createMachine({
  id: 'crawl',
  description: 'Adds pages of the web to a knowledge base.',
  context: blank(''),
  initial: 'closed',
  states: {
    closed: {
      description: 'The dialog is not shown.',
      on: {
        'form.opened': { target: 'editing', actions: { type: 'begin', params: ({ event }) => event } },
      },
    },
    editing: {
      description: 'The person enters an address and the rules of the crawl.',
      tags: 'open',
      entry: 'forgetPreview',
      on: {
        'field.changed': changesField,
        'form.submitted': [
          { guard: 'isWrong', actions: 'rememberFieldErrors' },
          { guard: 'isOnePage', target: 'adding', actions: 'forgetErrors' },
          { target: 'previewing', actions: 'forgetErrors' },
        ],
        'form.closed': { target: 'closed', actions: 'forgetDraft' },
      },
    },
    previewing: {
      description: 'The server finds out which pages would be read, for at most twenty seconds.',
      tags: ['open', 'busy'],
      invoke: {
        id: 'preview',
        src: 'preview',
        input: ({ context }) => context.values,
        onDone: [
          {
            guard: { type: 'foundPages', params: ({ event }) => ({ found: event.output }) },
            target: 'previewed',
            actions: { type: 'keepPreview', params: ({ event }) => ({ found: event.output }) },
          },
          {
            target: 'editing',
            actions: { type: 'sayNothingFound', params: ({ event }) => ({ found: event.output }) },
          },
        ],
        onError: {
          target: 'editing',
          actions: remembersFailure,
        },
      },
      on: {
        // Other rules find other pages.
        'field.changed': { target: 'editing', ...changesField },
        'form.closed': { target: 'closed', actions: 'forgetDraft' },
      },
    },
    previewed: {
      description: 'The pages that were found are listed, with what is left out.',
      tags: 'open',
      on: {
        'import.requested': 'adding',
        'rules.requested': { target: 'editing', actions: 'forgetErrors' },
        'form.closed': { target: 'closed', actions: 'forgetDraft' },
      },
    },
    adding: {
      description: 'The source is added; its pages arrive as documents.',
      tags: ['open', 'busy'],
      on: { 'field.changed': changesField },
      invoke: {
        id: 'addSource',
        src: 'addSource',
        input: ({ context }) => context.values,
        onDone: { target: 'closed', actions: ['refreshSources', 'forgetDraft'] },
        onError: {
          target: 'editing',
          actions: remembersFailure,
        },
      },
    },
  },
})

export type CrawlRef = ActorRefFrom<typeof crawlMachine>
