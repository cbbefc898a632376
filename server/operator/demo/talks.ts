/** Questions for the demo's assistants: `wordings[0]` is asked, the others are alternatives. */
export interface Talk {
  readonly assistant: 'desk' | 'shop'
  readonly wordings: readonly [string, ...string[]]
  /** Relative frequency. */
  readonly weight: number
  readonly tag?: string
}

export const TALKS: readonly Talk[] = [
  {
    assistant: 'desk',
    wordings: [
      'How long can I return boots?',
      'How many days do I have to send a pair back?',
      'Until when can I return boots I bought in December?',
      'I changed my mind. How long do I have to return them?',
    ],
    weight: 9,
    tag: 'returns',
  },
  {
    assistant: 'desk',
    wordings: [
      'When does the refund reach me?',
      'How long until I get my money back?',
      'Where does my refund go?',
    ],
    weight: 5,
    tag: 'returns',
  },
  {
    assistant: 'desk',
    wordings: [
      'What does a new outsole cost?',
      'How much is resoling?',
      'What do you charge for new soles on my Fjord?',
    ],
    weight: 7,
    tag: 'repairs',
  },
  {
    assistant: 'desk',
    wordings: ['How do I send boots for repair?', 'Where do I send my boots to be repaired?'],
    weight: 4,
    tag: 'repairs',
  },
  {
    assistant: 'desk',
    wordings: ['How often should I wax my boots?', 'How often does smooth leather need wax?'],
    weight: 4,
  },
  {
    assistant: 'desk',
    wordings: ['Which models come in a wide fitting?', 'Do you have boots for wide feet?'],
    weight: 3,
  },
  {
    assistant: 'desk',
    wordings: [
      'What does standard delivery to Germany cost?',
      'How much is shipping to Germany?',
      'What do I pay for delivery to Berlin?',
    ],
    weight: 4,
  },
  {
    assistant: 'desk',
    wordings: [
      'Can I buy a gift card online?',
      'Do you sell gift vouchers by email?',
      'Is there a voucher I can send to a friend?',
    ],
    weight: 4,
    tag: 'missing page',
  },
  {
    assistant: 'desk',
    wordings: [
      'Can I pay in instalments?',
      'Do you offer payment by instalments?',
      'Is there a pay-later option?',
    ],
    weight: 3,
    tag: 'missing page',
  },
  {
    assistant: 'desk',
    wordings: ['Is there a student discount?', 'Do students get a discount?'],
    weight: 2,
  },
  {
    assistant: 'shop',
    wordings: ['How much discount may I give?', 'What discount can I give without asking?'],
    weight: 3,
  },
  {
    assistant: 'shop',
    wordings: ['When do spare laces come to the shops?', 'On which day do we get spare laces?'],
    weight: 2,
  },
  {
    assistant: 'shop',
    wordings: ['How often can a Fjord be resoled?', 'How many times is resoling possible?'],
    weight: 3,
    tag: 'repairs',
  },
  {
    assistant: 'shop',
    wordings: ['Whom do I tell when I want a holiday?', 'How do I ask for a day off?'],
    weight: 2,
  },
]
