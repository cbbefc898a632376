import { EXAMPLE_IDS } from '../example-ids.ts'
import { MANAGE, READ, tagged } from '../operation.ts'

const ADDRESS = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  company: null,
  address_line1: '12 Harbour Street',
  address_line2: null,
  city: 'London',
  state: '',
  postal_code: 'E1W 1AA',
  country: 'GB',
  phone: null,
  tax_id: null,
}

export const installation = {
  ...tagged('Plan and billing', {
    'GET /api/v1/subscription/plans': { summary: 'List the plans', access: READ },
    'GET /api/v1/subscription/current': { summary: 'Read your plan', access: READ, personal: true },
    'POST /api/v1/subscription/change': {
      summary: 'Change your plan',
      description: '`billing_required` asks for billing details first; `payment_url` is where to pay.',
      access: 'session',
      body: { plan_id: 'starter', interval: 'month' },
      errors: { 409: 'It is your plan already, or has to be agreed on.' },
    },
    'POST /api/v1/subscription/undo': {
      summary: 'Keep the plan that was to end',
      access: 'session',
      errors: { 409: 'No change is planned.' },
    },
    'GET /api/v1/subscription/preview': {
      summary: 'See what a plan would have no room for',
      access: READ,
      personal: true,
      query: { plan_id: 'free' },
    },
    'GET /api/v1/users/billing-details': { summary: 'Read your billing details', access: 'session' },
    'POST /api/v1/users/billing-details': {
      summary: 'Save your billing details',
      access: 'session',
      body: ADDRESS,
    },
    'GET /api/v1/users/billing-details/supported-countries': {
      summary: 'List the countries that can be billed',
      access: READ,
    },
    'GET /api/v1/payments': { summary: 'List your payments', access: 'session' },
    'GET /api/v1/payments/:id/invoice': {
      summary: 'Download an invoice',
      access: 'session',
      answers: 'application/pdf',
    },
    'GET /api/v1/payments/:reference': {
      summary: 'Read what became of a payment',
      access: 'public',
    },
  }),
  ...tagged('Notifications', {
    'GET /api/v1/notifications': {
      summary: 'List your notifications',
      access: READ,
      personal: true,
      query: { limit: '20' },
    },
    'GET /api/v1/notifications/unread-count': {
      summary: 'Count what you have not read',
      access: READ,
      personal: true,
    },
    'POST /api/v1/notifications/mark-read': {
      summary: 'Mark notifications as read',
      description: 'Those of the list; without a body all of them.',
      access: MANAGE,
      personal: true,
      body: [EXAMPLE_IDS.notification],
    },
    'DELETE /api/v1/notifications/:id': { summary: 'Delete a notification', access: MANAGE, personal: true },
  }),
  ...tagged('Installation', {
    'GET /api/v1/system': { summary: 'Read how this installation works', access: READ, personal: true },
    'POST /api/v1/feedback': {
      summary: 'Send feedback to those who run the installation',
      access: MANAGE,
      personal: true,
      body: { message: 'Could the export have a column for the assistant?' },
    },
    'GET /api/v1/feedback': {
      summary: 'Read the feedback',
      description: 'For the administrators of the installation.',
      access: READ,
      personal: true,
    },
  }),
}
