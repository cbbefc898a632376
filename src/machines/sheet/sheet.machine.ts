import { type ActorRefFrom, setup } from 'xstate'

/** Something to read over the page, and nothing to decide in it. */
export const sheetMachine = setup({
  types: {} as { events: { type: 'sheet.opened' } | { type: 'sheet.closed' }; tags: 'open' },
}).createMachine({
  id: 'sheet',
  description: 'Something to read that is laid over the page.',
  initial: 'closed',
  states: {
    closed: { description: 'The page alone.', on: { 'sheet.opened': 'open' } },
    open: { description: 'The sheet lies over the page.', tags: 'open', on: { 'sheet.closed': 'closed' } },
  },
})

export type SheetRef = ActorRefFrom<typeof sheetMachine>
