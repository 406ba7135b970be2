/** What was posted to an incoming webhook. */
export type Post = {
  /** The last part of the webhook's address. */
  token: string;
  text: string;
  /** Milliseconds since 1970. */
  at: number;
};

const most = 500;

/** Keeps the newest posts in memory. */
export function createPosts() {
  let posts: Post[] = [];
  return {
    add: (post: Post) => {
      posts = [post, ...posts].slice(0, most);
    },
    /** Newest first. */
    list: (): readonly Post[] => posts,
    clear: () => {
      posts = [];
    },
  };
}

export type Posts = ReturnType<typeof createPosts>;
