export const READ = ['read'] as const
export const ASK = ['ask'] as const
/** For text that its authors read, too. */
export const READ_OR_ASK = ['read', 'ask'] as const
export const WRITE = ['write'] as const
export const MANAGE = ['manage'] as const

export const PLAN_FULL = 'The organization’s plan does not allow more.'
export const USED_UP = 'The plan’s monthly questions are used up.'
export const UNVERIFIED = 'Confirm your email address first.'
export const BUSY =
  'The last question of the conversation is still being answered, or the assistant is not published.'
export const NOT_FINISHED = 'The answer is not finished.'
export const PICTURE_TOO_LARGE = { 413: 'The picture is too large.' }
export const NOT_NOW = 'Not possible in its current state.'

export const OWN = 'Concerns the caller’s own account alone, and nothing that guards it.'
export const SESSIONS = 'Renews or ends sessions of the caller: the log-in stands in the log.'
export const ASKING = 'Questions and answers are conversations, which the app keeps and shows themselves.'
export const SEARCHING = 'Looks something up, and changes nothing.'
export const CONTENT = 'The document keeps its versions, with who made them and when.'
export const WORK =
  'Begins or ends work whose outcome the knowledge base shows; what is searched does not change.'
export const TRIAGE = 'Notes of the team beside conversations and gaps.'
