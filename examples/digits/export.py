def model(): return ""
