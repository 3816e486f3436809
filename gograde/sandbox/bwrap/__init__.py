"""The back end that runs programs in namespaces, which bubblewrap makes."""
