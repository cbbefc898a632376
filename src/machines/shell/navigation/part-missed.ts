/** The event of a window for which a part of its page could not be fetched: an update may have replaced it. */
export const PART_MISSED = 'missed'
